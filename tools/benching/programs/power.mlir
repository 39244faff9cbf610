// Ten steps of the power iteration: y <- A x, x <- y / |y|.

func.func @power(%a: memref<17x17xf32>, %x: memref<17xf32>, %y: memref<17xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<f32>
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 17 {
      affine.store %zero, %y[%i] : memref<17xf32>
      affine.for %j = 0 to 17 {
        %0 = affine.load %a[%i, %j] : memref<17x17xf32>
        %1 = affine.load %x[%j] : memref<17xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %y[%i] : memref<17xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %y[%i] : memref<17xf32>
      }
    }
    affine.store %zero, %s[] : memref<f32>
    affine.for %i = 0 to 17 {
      %0 = affine.load %y[%i] : memref<17xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = affine.load %s[] : memref<f32>
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %s[] : memref<f32>
    }
    affine.for %i = 0 to 17 {
      %0 = affine.load %y[%i] : memref<17xf32>
      %1 = affine.load %s[] : memref<f32>
      %2 = math.sqrt %1 : f32
      %3 = arith.divf %0, %2 : f32
      affine.store %3, %x[%i] : memref<17xf32>
    }
  }
  memref.dealloc %s : memref<f32>
  return
}
