// Ten steps in each of which a square is transposed: the other loop wants both
// squares cut alike, so that no layouts make it free of messages.

func.func @transpose(%a: memref<17x17xf32>, %b: memref<17x17xf32>) {
  %half = arith.constant 0.5 : f32
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 17 {
      affine.for %j = 0 to 17 {
        %0 = affine.load %a[%j, %i] : memref<17x17xf32>
        affine.store %0, %b[%i, %j] : memref<17x17xf32>
      }
    }
    affine.for %i = 0 to 17 {
      affine.for %j = 0 to 17 {
        %0 = affine.load %a[%i, %j] : memref<17x17xf32>
        %1 = affine.load %b[%i, %j] : memref<17x17xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.mulf %half, %2 : f32
        affine.store %3, %a[%i, %j] : memref<17x17xf32>
      }
    }
  }
  return
}
