// A dealloc moves up to the last use of its buffer, which is the wait and not
// the start of a message.
//
// RUN: dmm-opt %s --optimize-allocation-liveness | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: %[[T:.*]] = fabric.send async %[[B]]
// CHECK-NEXT: arith.addi
// CHECK-NEXT: dmm.wait %[[T]], %[[B]]
// CHECK-NEXT: memref.dealloc %[[B]]
// CHECK-NEXT: arith.muli
func.func @f(%x: index) -> index {
  %b = memref.alloc() : memref<4xf32>
  %t = fabric.send async %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  %0 = arith.addi %x, %x : index
  dmm.wait %t, %b : !dmm.token, memref<4xf32>
  %1 = arith.muli %0, %x : index
  memref.dealloc %b : memref<4xf32>
  return %1 : index
}
