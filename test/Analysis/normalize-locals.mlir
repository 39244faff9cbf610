// Buffers of loops and branches are allocated once, outside; a global has one
// name.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry in_loop --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: dmm-run %s --entry globals --grid 3 --check --simulate

// CHECK-LABEL: func.func @in_loop(
// CHECK-DAG: %[[T:.*]] = memref.alloc(){{.*}} : memref<6xf64>
// CHECK-DAG: %[[C:.*]] = memref.alloca(){{.*}} : memref<f64>
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %[[T]]
// CHECK: affine.store %{{.*}}, %[[C]]
// CHECK-NOT: memref.dealloc
// CHECK: }
// CHECK: }
// CHECK: memref.dealloc %[[T]]
// CHECK-NEXT: return
func.func @in_loop(%a: memref<8x6xf64>, %b: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %t = memref.alloc() : memref<6xf64>
    %c = memref.alloca() : memref<f64>
    affine.for %j = 0 to 6 {
      %v = affine.load %a[%i, %j] : memref<8x6xf64>
      %w = arith.mulf %v, %v : f64
      affine.store %w, %t[%j] : memref<6xf64>
      affine.store %v, %c[] : memref<f64>
    }
    %x = affine.load %t[2] : memref<6xf64>
    %y = affine.load %c[] : memref<f64>
    %z = arith.addf %x, %y : f64
    affine.store %z, %b[%i] : memref<8xf64>
    memref.dealloc %t : memref<6xf64>
  }
  return
}

memref.global "private" @state : memref<8xf64> = dense<1.0>

// CHECK-LABEL: func.func @globals(
// CHECK-NEXT: %[[G:.*]] = memref.get_global @state
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[V:.*]] = affine.load %[[G]]
// CHECK-NEXT: affine.store %[[V]], %{{.*}}
// CHECK-NOT: memref.get_global
// CHECK: return
func.func @globals(%a: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %g = memref.get_global @state : memref<8xf64>
    %v = affine.load %g[%i] : memref<8xf64>
    affine.store %v, %a[%i] : memref<8xf64>
  }
  %h = memref.get_global @state : memref<8xf64>
  %x = affine.load %h[1] : memref<8xf64>
  affine.store %x, %a[0] : memref<8xf64>
  return
}
