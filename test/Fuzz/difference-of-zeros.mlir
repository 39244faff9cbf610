// The sign of a zero, from which others are subtracted: -0 - -0 is 0, and -0
// from which nothing is subtracted stays. In the sum that each coordinate makes
// of its terms, no sign is lost.
//
// RUN: %check_run %s --entry terms --grids 2,3,5
// RUN: %check_run %s --entry none --arg 1=9 --grids 2,3,5

func.func @terms(%x: memref<8xf64>, %s: memref<f64>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %s[] : memref<f64>
    %1 = affine.load %x[%i] : memref<8xf64>
    %2 = arith.subf %0, %1 : f64
    affine.store %2, %s[] : memref<f64>
  }
  return
}

func.func @terms_init(%x: memref<8xf64>, %s: memref<f64>) {
  %zero = arith.constant -0.0 : f64
  affine.for %i = 0 to 8 {
    affine.store %zero, %x[%i] : memref<8xf64>
  }
  affine.store %zero, %s[] : memref<f64>
  return
}

func.func @none(%x: memref<8xf64>, %n: index, %s: memref<f64>) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %x[%i] : memref<8xf64>
      %2 = arith.subf %0, %1 : f64
      affine.store %2, %s[] : memref<f64>
    }
  }
  return
}

func.func @none_init(%x: memref<8xf64>, %n: index, %s: memref<f64>) {
  %zero = arith.constant -0.0 : f64
  affine.for %i = 0 to 8 {
    affine.store %zero, %x[%i] : memref<8xf64>
  }
  affine.store %zero, %s[] : memref<f64>
  return
}
