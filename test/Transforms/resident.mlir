// Arguments that arrive and stay distributed: each partition is given its block.
//
// RUN: split-file %s %t
// RUN: mlir-opt %t/stencil.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=4},dmm-uniformize,dmm-lower-affine)' | FileCheck %t/stencil.mlir
// RUN: mlir-opt %t/stencil.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | FileCheck %t/stencil.mlir --check-prefix=LOWERED
// RUN: %check_run %t/stencil.mlir --entry stencil --grids 1,2,3,4,5,8,13 --ops dmm.scatter,dmm.gather,fabric.halo
// RUN: %check_run %t/stencil.mlir --entry stencil --grids 2x2,2x3
// RUN: %check_run %t/stencil.mlir --entry scale --grids 1,2,3,4,5,8,13,2x2,2x3 --ops fabric.recv,fabric.send

// The vector comes together by an all-gather: it is not at the root.
// RUN: %check_run %t/gemv.mlir --entry gemv --grids 1,2,3,4,5,8,13 --ops dmm.gather

// A copy on each partition; a part of the program that runs at the root.
// RUN: dmm-run %t/copies.mlir --entry copies --grid 3 --check --simulate | FileCheck %s --check-prefix=RIGHT
// RUN: dmm-run %t/root.mlir --entry root --grid 3 --check --simulate --stats | FileCheck %t/root.mlir
// RUN: dmm-run %t/root.mlir --entry root --grid 2x2 --check --simulate | FileCheck %s --check-prefix=RIGHT
// RIGHT: check: ok (exact)

// RUN: mlir-opt %t/refused.mlir %plugin --split-input-file --pass-pipeline='builtin.module(dmm-distribute{grid=4})' -verify-diagnostics

//--- stencil.mlir
// Where it has ghosts, the home is apart, and what was written is copied back.
//      CHECK: func.func @stencil(%[[X:.*]]: memref<3xf64> {{.*}}, %arg1: memref<11xf64> {{.*}}, %[[Z:.*]]: memref<3x4xf64>
//      CHECK: memref.copy %[[X]], %[[HOME:[a-z0-9_]+]]
//  CHECK-NOT: dmm.scatter %[[X]]
//      CHECK: dmm.scatter %arg1
//  CHECK-NOT: dmm.scatter
//      CHECK: affine.load %[[Z]][%{{.*}} - symbol(%{{.*}}), %{{.*}}] : memref<3x4xf64>
//      CHECK: dmm.gather %{{.*}}, %arg1
//  CHECK-NOT: dmm.gather
//      CHECK: memref.copy %[[HOME]], %[[X]]
// LOWERED: func.func @stencil(%{{.*}}: memref<3xf64>, %{{.*}}: memref<11xf64>, %{{.*}}: memref<3x4xf64>)
func.func @stencil(%x: memref<11xf64> {dmm.resident}, %y: memref<11xf64>, %z: memref<11x4xf64> {dmm.resident}) {
  affine.for %i = 1 to 10 {
    %0 = affine.load %x[%i - 1] : memref<11xf64>
    %1 = affine.load %x[%i + 1] : memref<11xf64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %y[%i] : memref<11xf64>
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %y[%i] : memref<11xf64>
      %1 = affine.load %z[%i, %j] : memref<11x4xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %z[%i, %j] : memref<11x4xf64>
    }
    %3 = affine.load %y[%i] : memref<11xf64>
    affine.store %3, %x[%i] : memref<11xf64>
  }
  return
}
func.func @scale(%a: f64, %x: memref<11xf64> {dmm.resident}) {
  affine.for %i = 0 to 11 {
    %0 = affine.load %x[%i] : memref<11xf64>
    %1 = arith.mulf %a, %0 : f64
    affine.store %1, %x[%i] : memref<11xf64>
  }
  return
}

//--- gemv.mlir
func.func @gemv(%a: memref<13x13xf64> {dmm.resident}, %x: memref<13xf64> {dmm.resident}, %y: memref<13xf64> {dmm.resident}) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %a[%i, %j] : memref<13x13xf64>
      %1 = affine.load %x[%j] : memref<13xf64>
      %2 = affine.load %y[%i] : memref<13xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<13xf64>
    }
  }
  return
}

//--- copies.mlir
#all = #dmm.layout<[{}]>
func.func @copies(%x: memref<5xf64> {dmm.resident, dmm.layout = #all}, %y: memref<9xf64>) {
  affine.for %i = 0 to 9 {
    %0 = affine.load %x[%i mod 5] : memref<5xf64>
    affine.store %0, %y[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 5 {
    %0 = affine.load %x[%i] : memref<5xf64>
    %1 = arith.negf %0 : f64
    affine.store %1, %x[%i] : memref<5xf64>
  }
  return
}

//--- root.mlir
// The root has all of it for the while loop alone.
// CHECK: dmm.scatter 1
// CHECK: dmm.gather 1
// CHECK: check: ok (exact)
func.func @root(%x: memref<11xf64> {dmm.resident}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 10 : index
  affine.for %i = 0 to 11 {
    %0 = affine.load %x[%i] : memref<11xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<11xf64>
  }
  %last = scf.while (%i = %zero) : (index) -> index {
    %0 = arith.cmpi slt, %i, %end : index
    scf.condition(%0) %i : index
  } do {
  ^bb0(%i: index):
    %0 = memref.load %x[%i] : memref<11xf64>
    %1 = arith.addi %i, %one : index
    memref.store %0, %x[%1] : memref<11xf64>
    scf.yield %1 : index
  }
  return
}

//--- refused.mlir
// expected-error@+1 {{has a dmm.resident for the scalar arg0: only memrefs are resident}}
func.func @scalar(%a: f64 {dmm.resident}, %x: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    affine.store %a, %x[%i] : memref<8xf64>
  }
  return
}

// -----

// expected-error@+1 {{has a dmm.resident for arg0, whose sizes are not known: each partition is given a block of it, which does not tell them; give the memref static sizes}}
func.func @sizes(%x: memref<?xf64> {dmm.resident}, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<?xf64>
    affine.store %0, %x[%i] : memref<?xf64>
  }
  return
}

// -----

// expected-error@+1 {{has a dmm.resident for arg0, whose blocks depend on sizes that are not known: give it a dmm.layout}}
func.func @blocks(%x: memref<8xf64> {dmm.resident}, %y: memref<?xf64>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %y[%i] : memref<?xf64>
    affine.store %0, %x[%i] : memref<8xf64>
  }
  return
}
