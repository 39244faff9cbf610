// A tree of matrix products: D = (A W1) (B W2), R1 <- D W3, R2 <- D W4.

func.func @tree(%a: memref<16x40xf64>,
    %w1: memref<40x24xf64>,
    %b: memref<24x56xf64>,
    %w2: memref<56x32xf64>,
    %w3: memref<32x48xf64>,
    %w4: memref<32x40xf64>,
    %out1: memref<16x48xf64>,
    %out2: memref<16x40xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = memref.alloc() : memref<16x24xf64>
  %c2 = memref.alloc() : memref<24x32xf64>
  %d = memref.alloc() : memref<16x32xf64>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      affine.store %zero, %c1[%i, %j] : memref<16x24xf64>
      affine.for %k = 0 to 40 {
        %0 = affine.load %a[%i, %k] : memref<16x40xf64>
        %1 = affine.load %w1[%k, %j] : memref<40x24xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %c1[%i, %j] : memref<16x24xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %c1[%i, %j] : memref<16x24xf64>
      }
    }
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %c2[%i, %j] : memref<24x32xf64>
      affine.for %k = 0 to 56 {
        %0 = affine.load %b[%i, %k] : memref<24x56xf64>
        %1 = affine.load %w2[%k, %j] : memref<56x32xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %c2[%i, %j] : memref<24x32xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %c2[%i, %j] : memref<24x32xf64>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %d[%i, %j] : memref<16x32xf64>
      affine.for %k = 0 to 24 {
        %0 = affine.load %c1[%i, %k] : memref<16x24xf64>
        %1 = affine.load %c2[%k, %j] : memref<24x32xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %d[%i, %j] : memref<16x32xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %d[%i, %j] : memref<16x32xf64>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 48 {
      affine.store %zero, %out1[%i, %j] : memref<16x48xf64>
      affine.for %k = 0 to 32 {
        %0 = affine.load %d[%i, %k] : memref<16x32xf64>
        %1 = affine.load %w3[%k, %j] : memref<32x48xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %out1[%i, %j] : memref<16x48xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %out1[%i, %j] : memref<16x48xf64>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 40 {
      affine.store %zero, %out2[%i, %j] : memref<16x40xf64>
      affine.for %k = 0 to 32 {
        %0 = affine.load %d[%i, %k] : memref<16x32xf64>
        %1 = affine.load %w4[%k, %j] : memref<32x40xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %out2[%i, %j] : memref<16x40xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %out2[%i, %j] : memref<16x40xf64>
      }
    }
  }
  return
}
