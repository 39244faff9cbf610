// Buffers begin at a cache line, unless they say where they begin.
//
// RUN: dmm-opt %s -dmm-lower-to-runtime | FileCheck %s

module attributes {dmm.grid = array<i64: 1>} {

// CHECK-LABEL: func.func @buffers(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<4x5xf64>
// CHECK: scf.for
// CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<4x5xf64>
// CHECK: memref.alloca() : memref<f64>
func.func @buffers(%n: index) attributes {dmm.spmd} {
  %block = memref.alloc() : memref<4x5xf64>
  affine.for %i = 0 to 4 {
    %received = memref.alloc(%n) : memref<?xf32>
    memref.dealloc %received : memref<?xf32>
  }
  %wide = memref.alloc() {alignment = 128} : memref<4x5xf64>
  %cell = memref.alloca() : memref<f64>
  memref.dealloc %wide : memref<4x5xf64>
  memref.dealloc %block : memref<4x5xf64>
  return
}

}
