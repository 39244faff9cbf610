// A loop is not fused over a message of the buffer that it writes.
//
// RUN: dmm-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-fusion))' | FileCheck %s

// CHECK-LABEL: func.func @apart
// CHECK: affine.for
// CHECK: affine.store
// CHECK: fabric.halo
// CHECK: affine.for
// CHECK: affine.load
func.func @apart(%c: memref<10xf32>, %v: f32) {
  %a = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %v, %a[%i] : memref<10xf32>
  }
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>,
                  layout = #dmm.layout<[{dim = 0 : i64, block = 8 : i64, extent = 16 : i64}]>} : memref<10xf32>
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[%i] : memref<10xf32>
    affine.store %0, %c[%i] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func.func @control
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: return
func.func @control(%c: memref<10xf32>, %v: f32) {
  %a = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %v, %a[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[%i] : memref<10xf32>
    affine.store %0, %c[%i] : memref<10xf32>
  }
  return
}
