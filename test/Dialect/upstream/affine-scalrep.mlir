// A stored value is not forwarded over a message that writes the buffer, and a
// store that a message reads is not dead; without the message both happens.
//
// RUN: dmm-opt %s --affine-scalrep | FileCheck %s

// CHECK-LABEL: func.func @written
// CHECK: affine.store %{{.*}}, %[[B:.*]][0]
// CHECK: fabric.shift %{{.*}}, %[[B]]
// CHECK: %[[V:.*]] = affine.load %[[B]][0]
// CHECK: return %[[V]]
func.func @written(%v: f32) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  affine.store %v, %b[0] : memref<4xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
  %0 = affine.load %b[0] : memref<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @read
// CHECK: affine.store %{{.*}}, %[[A:.*]][0]
// CHECK: fabric.send %[[A]]
// CHECK: affine.store %{{.*}}, %[[A]][0]
func.func @read(%v: f32, %w: f32, %a: memref<4xf32>) {
  affine.store %v, %a[0] : memref<4xf32>
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  affine.store %w, %a[0] : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @control
// CHECK-SAME: %[[V:.*]]: f32, %[[W:.*]]: f32
// CHECK-NOT: affine.store %[[V]]
// CHECK: affine.store %[[W]]
// CHECK: return %[[W]]
func.func @control(%v: f32, %w: f32, %a: memref<4xf32>) -> f32 {
  affine.store %v, %a[0] : memref<4xf32>
  affine.store %w, %a[0] : memref<4xf32>
  %0 = affine.load %a[0] : memref<4xf32>
  return %0 : f32
}
