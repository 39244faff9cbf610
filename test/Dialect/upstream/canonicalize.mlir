// A message whose effect is only seen by another partition stays; a coordinate
// that nobody uses goes.
//
// RUN: dmm-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @send
// CHECK-NOT: dmm.coord
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: fabric.send %[[A]]
// CHECK: memref.dealloc %[[A]]
func.func @send(%v: f32) {
  %0 = dmm.coord {axis = 0 : i64} : index
  %a = memref.alloc() : memref<f32>
  memref.store %v, %a[] : memref<f32>
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<f32>
  memref.dealloc %a : memref<f32>
  return
}

// CHECK-LABEL: func.func @receive
// CHECK: fabric.recv
func.func @receive() {
  %a = memref.alloc() : memref<f32>
  fabric.recv %a {axis = 0 : i64, distance = 1 : i64} : memref<f32>
  memref.dealloc %a : memref<f32>
  return
}

// CHECK-LABEL: func.func @started
// CHECK: %[[T:.*]] = fabric.send async %[[A:.*]] {
// CHECK: dmm.wait %[[T]], %[[A]]
func.func @started(%a: memref<f32>) {
  %t = fabric.send async %a {axis = 0 : i64, distance = 1 : i64} : memref<f32>
  dmm.wait %t, %a : !dmm.token, memref<f32>
  return
}
