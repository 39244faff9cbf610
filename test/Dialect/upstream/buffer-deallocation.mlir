// Ownership-based deallocation takes messages, and frees their buffers after
// them.
//
// RUN: dmm-opt %s --ownership-based-buffer-deallocation --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: fabric.shift %{{.*}}, %[[B]]
// CHECK: %[[T:.*]] = dmm.broadcast async %{{.*}}, %[[B]]
// CHECK: dmm.wait %[[T]], %{{.*}}, %[[B]]
// CHECK: memref.load %[[B]]
// CHECK: memref.dealloc %[[B]]
func.func @f(%a: memref<4xf32>, %i: index) -> f32 {
  %b = memref.alloc() : memref<4xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
  %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  dmm.wait %t, %a, %b : !dmm.token, memref<4xf32>, memref<4xf32>
  %0 = memref.load %b[%i] : memref<4xf32>
  return %0 : f32
}
