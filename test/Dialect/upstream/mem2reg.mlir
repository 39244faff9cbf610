// A cell that a message writes stays in memory.
//
// RUN: dmm-opt %s --mem2reg | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: memref.alloca
// CHECK: memref.store
// CHECK: fabric.recv
// CHECK: %[[V:.*]] = memref.load
// CHECK: return %[[V]]
func.func @f(%v: f32) -> f32 {
  %a = memref.alloca() : memref<f32>
  memref.store %v, %a[] : memref<f32>
  fabric.recv %a {axis = 0 : i64, distance = 1 : i64} : memref<f32>
  %0 = memref.load %a[] : memref<f32>
  return %0 : f32
}

// CHECK-LABEL: func.func @control
// CHECK-SAME: %[[V:.*]]: f32
// CHECK-NOT: memref
// CHECK: return %[[V]]
func.func @control(%v: f32) -> f32 {
  %a = memref.alloca() : memref<f32>
  memref.store %v, %a[] : memref<f32>
  %0 = memref.load %a[] : memref<f32>
  return %0 : f32
}
