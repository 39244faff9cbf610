func.func @copy(%a: memref<100xf32>, %b: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %a[%i] : memref<100xf32>
    affine.store %0, %b[%i] : memref<100xf32>
  }
  return
}
