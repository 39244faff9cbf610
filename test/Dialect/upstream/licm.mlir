// A message and what it writes stay in the loop; a coordinate leaves it.
//
// RUN: dmm-opt %s --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: dmm.coord
// CHECK: scf.for
// CHECK-NEXT: fabric.shift
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
func.func @f(%a: memref<4xindex>, %b: memref<4xindex>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = dmm.coord {axis = 0 : i64} : index
    %q = arith.addi %p, %i : index
    fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xindex>, memref<4xindex>
    %0 = memref.load %b[%i] : memref<4xindex>
    memref.store %0, %a[%q] : memref<4xindex>
  }
  return
}
