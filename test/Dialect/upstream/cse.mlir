// Equal messages are not merged, and a load is done again after one; without
// messages in between, loads are merged.
//
// RUN: dmm-opt %s --cse | FileCheck %s

// CHECK-LABEL: func.func @messages
// CHECK: %[[V:.*]] = memref.load
// CHECK: fabric.shift
// CHECK: %[[W:.*]] = memref.load
// CHECK: fabric.shift
// CHECK: %[[X:.*]] = memref.load
// CHECK: return %[[V]], %[[W]], %[[X]]
func.func @messages(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) -> (f32, f32, f32) {
  %0 = memref.load %b[%i] : memref<4xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
  %1 = memref.load %b[%i] : memref<4xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
  %2 = memref.load %b[%i] : memref<4xf32>
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @control
// CHECK: %[[V:.*]] = memref.load
// CHECK-NOT: memref.load
// CHECK: return %[[V]], %[[V]]
func.func @control(%b: memref<4xf32>, %i: index) -> (f32, f32) {
  %0 = memref.load %b[%i] : memref<4xf32>
  %1 = memref.load %b[%i] : memref<4xf32>
  return %0, %1 : f32, f32
}
