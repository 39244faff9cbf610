// A function of which no part can be set apart runs at the root as a whole, with
// a remark that says why; or is refused if it must be distributed. Here a nest
// would use the array under a name that was chosen by data.
//
// RUN: dmm-opt %s -dmm-distribute=grid=2x2 -dmm-lower-affine -verify-diagnostics | FileCheck %s
// RUN: not dmm-opt %s -dmm-lower-affine="grid=2 require-distributed=true" 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: not dmm-opt %s -dmm-lower-affine="grid=2 require-distributed=maybe" 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: %check_run %s --entry histogram --grids 1,3,5,2x2 --distributed 0 --anywhere
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --check-prefix=LOWERED --implicit-check-not='{{(affine|dmm|fabric)[.]}}'

// CHECK: #[[ROOT:.*]] = affine_set<()[s0, s1] : (-s0 >= 0, -s1 >= 0)>
// CHECK-LABEL: func.func @histogram(
// CHECK-SAME: %[[P:.*]]: memref<10xi32>, %[[X:.*]]: memref<7xi32>) attributes {dmm.spmd}
// CHECK: affine.if #[[ROOT]]()
// CHECK-NEXT: call @histogram__root(%[[P]], %[[X]])
// CHECK-LABEL: func.func private @histogram__root(
// CHECK-SAME: attributes {dmm.root}
// CHECK: memref.store
// REQUIRED: error: the function must be distributed, but 'memref.load' op cannot be distributed
// VALUE: error: the option require-distributed is 'maybe': it takes true or false
// LOWERED: func.func @histogram(
func.func @histogram(%p: memref<10xi32>, %x: memref<7xi32>) {
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %two = memref.alloc() : memref<7xi32>
  %first = affine.load %p[0] : memref<10xi32>
  %is_odd = arith.trunci %first : i32 to i1
  %y = arith.select %is_odd, %x, %two : memref<7xi32>
  affine.for %i = 0 to 10 {
    %0 = affine.load %p[%i] : memref<10xi32>
    %1 = arith.remui %0, %seven : i32
    %2 = arith.index_cast %1 : i32 to index
    // expected-remark @+1 {{the function runs at the root alone: 'memref.load' op cannot be distributed}}
    %3 = memref.load %y[%2] : memref<7xi32>
    %4 = arith.addi %3, %one : i32
    memref.store %4, %y[%2] : memref<7xi32>
  }
  memref.dealloc %two : memref<7xi32>
  return
}
