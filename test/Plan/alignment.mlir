// Subscripts that are a constant apart, a multiple of each other, or mirrored:
// the arrays align, and no message is left but entry and exit.
//
// RUN: split-file %s %t
// RUN: %check_run %t/shifted.mlir --entry shifted --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/reversed.mlir --entry reversed --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/even.mlir --entry even --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/odd.mlir --entry odd --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/spread.mlir --entry spread --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/ratio.mlir --entry ratio --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/chain.mlir --entry chain --grids 1,2,3,4,5,8,13,2x2,2x3 --ops dmm.scatter,dmm.gather
// RUN: %check_run %t/dynamic.mlir --entry dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --arg 0=41 --arg 1=20 --ops dmm.scatter,dmm.gather
// RUN: dmm-run %t/even.mlir --grid 3 --dump-plan | FileCheck %t/even.mlir
// RUN: dmm-run %t/reversed.mlir --grid 3 --dump-plan | FileCheck %t/reversed.mlir

//--- shifted.mlir
func.func @shifted(%x: memref<40xf64>, %y: memref<37xf64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[%i + 3] : memref<40xf64>
    affine.store %0, %y[%i] : memref<37xf64>
  }
  return
}

//--- reversed.mlir
// CHECK: axis 0: dim 0 sharded, cell d0 of T0
// CHECK: axis 0: dim 0 sharded, cell -d0 + 36 of T0
func.func @reversed(%x: memref<37xf64>, %y: memref<37xf64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[36 - %i] : memref<37xf64>
    affine.store %0, %y[%i] : memref<37xf64>
  }
  return
}

//--- even.mlir
// CHECK: axis 0: dim 0 sharded, cell d0 of T0
// CHECK: axis 0: dim 0 sharded, cell d0 * 2 of T0
func.func @even(%x: memref<74xf64>, %y: memref<37xf64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[2 * %i] : memref<74xf64>
    affine.store %0, %y[%i] : memref<37xf64>
  }
  return
}

//--- odd.mlir
func.func @odd(%x: memref<75xf64>, %y: memref<40xf64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[2 * %i + 1] : memref<75xf64>
    affine.store %0, %y[%i + 3] : memref<40xf64>
  }
  return
}

//--- spread.mlir
// The larger array is written.
func.func @spread(%x: memref<25xf64>, %y: memref<74xf64>) {
  affine.for %i = 0 to 25 {
    %0 = affine.load %x[%i] : memref<25xf64>
    affine.store %0, %y[-3 * %i + 73] : memref<74xf64>
  }
  return
}

//--- ratio.mlir
func.func @ratio(%x: memref<40xf64>, %y: memref<61xf64>) {
  affine.for %i = 0 to 19 {
    %0 = affine.load %x[2 * %i + 1] : memref<40xf64>
    affine.store %0, %y[3 * %i + 2] : memref<61xf64>
  }
  return
}

//--- chain.mlir
// Through a third array.
func.func @chain(%x: memref<37xf64>, %y: memref<37xf64>, %z: memref<74xf64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %z[2 * %i + 1] : memref<74xf64>
    affine.store %0, %x[36 - %i] : memref<37xf64>
  }
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[36 - %i] : memref<37xf64>
    affine.store %0, %y[%i] : memref<37xf64>
  }
  return
}

//--- dynamic.mlir
func.func @dynamic(%x: memref<?xf64>, %y: memref<?xf64>) {
  %zero = arith.constant 0 : index
  %n = memref.dim %y, %zero : memref<?xf64>
  affine.for %i = 0 to %n {
    %0 = affine.load %x[2 * %i] : memref<?xf64>
    affine.store %0, %y[%i] : memref<?xf64>
  }
  return
}
