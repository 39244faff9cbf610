// Four matrix products, one after the other: R <- (((A B1) B2) B3) B4.

func.func @chain(%a: memref<17x19xf64>,
                 %b1: memref<19x23xf64>,
                 %b2: memref<23x29xf64>,
                 %b3: memref<29x31xf64>,
                 %b4: memref<31x37xf64>,
                 %r: memref<17x37xf64>) {
  %zero = arith.constant 0.0 : f64
  %e1 = memref.alloc() : memref<17x23xf64>
  %e2 = memref.alloc() : memref<17x29xf64>
  %e3 = memref.alloc() : memref<17x31xf64>
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 23 {
      affine.store %zero, %e1[%i, %j] : memref<17x23xf64>
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<17x19xf64>
        %1 = affine.load %b1[%k, %j] : memref<19x23xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %e1[%i, %j] : memref<17x23xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %e1[%i, %j] : memref<17x23xf64>
      }
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 29 {
      affine.store %zero, %e2[%i, %j] : memref<17x29xf64>
      affine.for %k = 0 to 23 {
        %0 = affine.load %e1[%i, %k] : memref<17x23xf64>
        %1 = affine.load %b2[%k, %j] : memref<23x29xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %e2[%i, %j] : memref<17x29xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %e2[%i, %j] : memref<17x29xf64>
      }
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 31 {
      affine.store %zero, %e3[%i, %j] : memref<17x31xf64>
      affine.for %k = 0 to 29 {
        %0 = affine.load %e2[%i, %k] : memref<17x29xf64>
        %1 = affine.load %b3[%k, %j] : memref<29x31xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %e3[%i, %j] : memref<17x31xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %e3[%i, %j] : memref<17x31xf64>
      }
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 37 {
      affine.store %zero, %r[%i, %j] : memref<17x37xf64>
      affine.for %k = 0 to 31 {
        %0 = affine.load %e3[%i, %k] : memref<17x31xf64>
        %1 = affine.load %b4[%k, %j] : memref<31x37xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %r[%i, %j] : memref<17x37xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %r[%i, %j] : memref<17x37xf64>
      }
    }
  }
  memref.dealloc %e1 : memref<17x23xf64>
  memref.dealloc %e2 : memref<17x29xf64>
  memref.dealloc %e3 : memref<17x31xf64>
  return
}
