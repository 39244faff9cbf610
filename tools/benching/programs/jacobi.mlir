// Ten steps of smoothing on a plane by the five-point star, each of two halves.

func.func @jacobi(%a: memref<17x23xf32>, %b: memref<17x23xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 16 {
      affine.for %j = 1 to 22 {
        %0 = affine.load %a[%i, %j] : memref<17x23xf32>
        %1 = affine.load %a[%i, %j - 1] : memref<17x23xf32>
        %2 = affine.load %a[%i, %j + 1] : memref<17x23xf32>
        %3 = affine.load %a[%i - 1, %j] : memref<17x23xf32>
        %4 = affine.load %a[%i + 1, %j] : memref<17x23xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %2, %3 : f32
        %7 = arith.addf %4, %5 : f32
        %8 = arith.addf %6, %7 : f32
        %9 = arith.mulf %fifth, %8 : f32
        affine.store %9, %b[%i, %j] : memref<17x23xf32>
      }
    }
    affine.for %i = 1 to 16 {
      affine.for %j = 1 to 22 {
        %0 = affine.load %b[%i, %j] : memref<17x23xf32>
        %1 = affine.load %b[%i, %j - 1] : memref<17x23xf32>
        %2 = affine.load %b[%i, %j + 1] : memref<17x23xf32>
        %3 = affine.load %b[%i - 1, %j] : memref<17x23xf32>
        %4 = affine.load %b[%i + 1, %j] : memref<17x23xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %2, %3 : f32
        %7 = arith.addf %4, %5 : f32
        %8 = arith.addf %6, %7 : f32
        %9 = arith.mulf %fifth, %8 : f32
        affine.store %9, %a[%i, %j] : memref<17x23xf32>
      }
    }
  }
  return
}
