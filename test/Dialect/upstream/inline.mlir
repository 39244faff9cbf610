// Functions with messages are inlined, and the messages stay in order.
//
// RUN: dmm-opt %s --inline | FileCheck %s

// CHECK-LABEL: func.func @caller
// CHECK-NOT: call
// CHECK: fabric.send
// CHECK: fabric.recv
// CHECK: dmm.coord
// CHECK: fabric.send
// CHECK: fabric.recv
// CHECK: dmm.coord
// CHECK: return
func.func @caller(%a: memref<4xf32>) -> index {
  %0 = func.call @callee(%a) : (memref<4xf32>) -> index
  %1 = func.call @callee(%a) : (memref<4xf32>) -> index
  %2 = arith.addi %0, %1 : index
  return %2 : index
}

func.func private @callee(%a: memref<4xf32>) -> index {
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  fabric.recv %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  %0 = dmm.coord {axis = 0 : i64} : index
  return %0 : index
}
