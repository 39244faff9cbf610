// Two dimensions over two axes.
func.func @f(%x: memref<16x16xf64> {dmm.split = [0, 1]}, %y: memref<16x16xf64>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %x[%i, %j] : memref<16x16xf64>
      affine.store %0, %y[%i, %j] : memref<16x16xf64>
    }
  }
  return
}
