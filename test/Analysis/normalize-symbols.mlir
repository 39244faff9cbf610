// Sizes that arrive as 32-bit integers, and index arithmetic on them.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry k --grids 1,3,2x2 --distributed 0 --anywhere --arg 0=13 --arg 1=30 --arg 3=13x70 --arg 4=14

// CHECK-DAG: #[[LOW:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-DAG: #[[HIGH:.*]] = affine_map<(d0)[s0, s1] -> (d0 * -2 + s0 * 2, s1)>
// CHECK-LABEL: func.func @k(
// CHECK-SAME: %[[N:.*]]: i32, %[[M:.*]]: i32,
// CHECK-DAG: %[[D:.*]] = memref.dim
// CHECK-DAG: %[[NI:.*]] = arith.index_cast %[[N]]
// CHECK-DAG: %[[MI:.*]] = arith.index_cast %[[M]]
// CHECK-DAG: %[[HALF:.*]] = arith.divsi %[[M]]
// CHECK-DAG: %[[HI:.*]] = arith.index_cast %[[HALF]]
// CHECK: affine.for %[[I:.*]] = 0 to %[[NI]] {
// CHECK-NEXT: affine.for %{{.*}} = #[[LOW]](%[[I]]) to min #[[HIGH]](%[[I]])[%[[MI]], %[[HI]]] {
// CHECK: affine.for %[[Q:.*]] = 1 to %[[NI]] step 2 {
// CHECK: affine.load %{{.*}}[-%[[Q]] + symbol(%[[D]]) - 1]
func.func @k(%n: i32, %m: i32, %alpha: f64, %a: memref<?x70xf64>, %b: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %nn = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %nn step %c1 {
    %ii = arith.index_cast %i : index to i32
    %mi = arith.subi %m, %ii : i32
    %mj = arith.muli %mi, %c2_i32 : i32
    %mk = arith.index_cast %mj : i32 to index
    %i1 = arith.addi %ii, %c1_i32 : i32
    %i2 = arith.index_cast %i1 : i32 to index
    %half = arith.divsi %m, %c2_i32 : i32
    %halfi = arith.index_cast %half : i32 to index
    %up = arith.minsi %mk, %halfi : index
    scf.for %j = %i2 to %up step %c1 {
      %v = memref.load %a[%i, %j] : memref<?x70xf64>
      %w = arith.mulf %v, %alpha : f64
      memref.store %w, %a[%i, %j] : memref<?x70xf64>
    }
    scf.for %q = %c1_i32 to %n step %c2_i32 : i32 {
      %qq = arith.index_cast %q : i32 to index
      %d = memref.dim %b, %c0 : memref<?xf64>
      %e = arith.subi %d, %c1 : index
      %f = arith.subi %e, %qq : index
      %v = memref.load %b[%f] : memref<?xf64>
      %s = arith.sitofp %q : i32 to f64
      %t = arith.addf %v, %s : f64
      memref.store %t, %b[%f] : memref<?xf64>
    }
  }
  return
}
