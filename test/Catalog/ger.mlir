// A <- A + alpha x y^T: the rank-one update.
//
// RUN: %check_run %s --entry ger --grids 1,2,3,4,5,8,13 --distributed 1,2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='(P-1)*(61+1)' --words dmm.gather='37*61-block(37,P)*61'
// RUN: %check_run %s --entry ger --grids 2x2,2x3 --distributed 1,2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='P-1+(C-1)*R*block(37,R)+(R-1)*C*block(61,C)'
// RUN: %check_run %s --entry ger_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry ger_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=23 --arg 1=17 --arg 3=23 --arg 4=17 --arg 5=23x17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @ger(

func.func @ger(%alpha: f32, %x: memref<37xf32>, %y: memref<61xf32>,
               %a: memref<37x61xf32>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %x[%i] : memref<37xf32>
      %1 = affine.load %y[%j] : memref<61xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.mulf %alpha, %2 : f32
      %4 = affine.load %a[%i, %j] : memref<37x61xf32>
      %5 = arith.addf %4, %3 : f32
      affine.store %5, %a[%i, %j] : memref<37x61xf32>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @ger_rank0(%alpha: memref<f64>, %x: memref<23xf64>,
                     %y: memref<17xf64>, %a: memref<23x17xf64>) {
  affine.for %i = 0 to 23 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %a[%i, %j] : memref<23x17xf64>
      %1 = affine.load %alpha[] : memref<f64>
      %2 = affine.load %x[%i] : memref<23xf64>
      %3 = affine.load %y[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.mulf %1, %4 : f64
      %6 = arith.addf %0, %5 : f64
      affine.store %6, %a[%i, %j] : memref<23x17xf64>
    }
  }
  return
}

// Sizes that only the caller knows.
func.func @ger_dynamic(%m: i32, %n: i32, %alpha: f64, %x: memref<?xf64>,
                       %y: memref<?xf64>, %a: memref<?x17xf64>) {
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m_index {
    affine.for %j = 0 to %n_index {
      %0 = affine.load %a[%i, %j] : memref<?x17xf64>
      %1 = affine.load %x[%i] : memref<?xf64>
      %2 = affine.load %y[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.mulf %alpha, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %a[%i, %j] : memref<?x17xf64>
    }
  }
  return
}
