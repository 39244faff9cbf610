// Two layers of a perceptron for 17 rows, then each row normalized:
// Y <- layernorm(max(X W1, 0) W2).

func.func @mlp(%x: memref<17x23xf32>, %w1: memref<23x29xf32>,
               %w2: memref<29x23xf32>, %y: memref<17x23xf32>) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %width = arith.constant 1.0e+03 : f32
  %h = memref.alloc() : memref<17x29xf32>
  %z = memref.alloc() : memref<17x23xf32>
  %mean = memref.alloc() : memref<17xf32>
  %variance = memref.alloc() : memref<17xf32>
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 29 {
      affine.store %zero, %h[%i, %j] : memref<17x29xf32>
      affine.for %k = 0 to 23 {
        %0 = affine.load %x[%i, %k] : memref<17x23xf32>
        %1 = affine.load %w1[%k, %j] : memref<23x29xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %h[%i, %j] : memref<17x29xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %h[%i, %j] : memref<17x29xf32>
      }
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 29 {
      %0 = affine.load %h[%i, %j] : memref<17x29xf32>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %h[%i, %j] : memref<17x29xf32>
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 23 {
      affine.store %zero, %z[%i, %j] : memref<17x23xf32>
      affine.for %k = 0 to 29 {
        %0 = affine.load %h[%i, %k] : memref<17x29xf32>
        %1 = affine.load %w2[%k, %j] : memref<29x23xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %z[%i, %j] : memref<17x23xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %z[%i, %j] : memref<17x23xf32>
      }
    }
  }
  affine.for %i = 0 to 17 {
    affine.store %zero, %mean[%i] : memref<17xf32>
    affine.for %j = 0 to 23 {
      %0 = affine.load %mean[%i] : memref<17xf32>
      %1 = affine.load %z[%i, %j] : memref<17x23xf32>
      %2 = arith.divf %1, %width : f32
      %3 = arith.addf %0, %2 : f32
      affine.store %3, %mean[%i] : memref<17xf32>
    }
    affine.store %epsilon, %variance[%i] : memref<17xf32>
    affine.for %j = 0 to 23 {
      %0 = affine.load %variance[%i] : memref<17xf32>
      %1 = affine.load %z[%i, %j] : memref<17x23xf32>
      %2 = affine.load %mean[%i] : memref<17xf32>
      %3 = arith.subf %1, %2 : f32
      %4 = arith.mulf %3, %3 : f32
      %5 = arith.divf %4, %width : f32
      %6 = arith.addf %0, %5 : f32
      affine.store %6, %variance[%i] : memref<17xf32>
    }
    affine.for %j = 0 to 23 {
      %0 = affine.load %z[%i, %j] : memref<17x23xf32>
      %1 = affine.load %mean[%i] : memref<17xf32>
      %2 = arith.subf %0, %1 : f32
      %3 = affine.load %variance[%i] : memref<17xf32>
      %4 = math.rsqrt %3 : f32
      %5 = arith.mulf %2, %4 : f32
      affine.store %5, %y[%i, %j] : memref<17x23xf32>
    }
  }
  memref.dealloc %h : memref<17x29xf32>
  memref.dealloc %z : memref<17x23xf32>
  memref.dealloc %mean : memref<17xf32>
  memref.dealloc %variance : memref<17xf32>
  return
}
