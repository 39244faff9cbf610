// A nest that is not affine is copied for partition 0, on whole arrays; what it
// uses from outside stands before it.
//
// RUN: dmm-opt %s -dmm-distribute=grid=2x2 -dmm-lower-affine -verify-diagnostics | FileCheck %s
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --check-prefix=LOWERED --implicit-check-not='{{(affine|dmm|fabric)[.]}}'

// CHECK: #[[IS_ROOT:.*]] = affine_map<()[s0, s1] -> (-s0 - s1 + 1, 0)>
// CHECK: #[[ROOT:.*]] = affine_set<()[s0, s1] : (-s0 >= 0, -s1 >= 0)>

// All partitions see the sizes of the local array, but partition 0 alone has
// memory for all of it.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %[[P:[^:]*]]: memref<?x8xi32> {{.*}}dmm.read
// CHECK-SAME: %[[Y:[^:]*]]: memref<?x8xf64> {{.*}}dmm.written}
// CHECK: %[[N:.*]] = memref.dim %[[Y]]
// CHECK: %[[HERE:.*]] = affine.max #[[IS_ROOT]]()
// CHECK: %[[ELEMENTS:.*]] = arith.muli %{{.*}}, %[[HERE]]
// CHECK: %[[STORAGE:.*]] = memref.alloc(%[[ELEMENTS]]) : memref<?xf64>
// CHECK: %[[WHOLE:.*]] = memref.reinterpret_cast %[[STORAGE]] to offset: [0], sizes: [%{{[0-9]+}}, 8], strides: [8, 1] : memref<?xf64> to memref<?x8xf64>
// CHECK: dmm.gather %{{.*}}, %[[WHOLE]]
// CHECK: arith.addf
// CHECK: affine.if #[[ROOT]]()
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load %[[P]]
// CHECK: memref.store %{{.*}}, %[[WHOLE]]
// CHECK: dmm.scatter %[[WHOLE]]
// CHECK: dmm.gather %{{.*}}, %[[Y]]
// CHECK: memref.dealloc %[[STORAGE]]
// LOWERED: func.func @scatter(
func.func @scatter(%p: memref<?x8xi32>, %y: memref<?x8xf64>, %s: f64) {
  %c0 = arith.constant 0 : index
  %eight = arith.constant 8 : i32
  %n = memref.dim %y, %c0 : memref<?x8xf64>
  %t = memref.alloc(%n) : memref<?x8xf64>
  %s2 = arith.addf %s, %s : f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      affine.store %s, %t[%i, %j] : memref<?x8xf64>
    }
  }
  // expected-remark @+1 {{this nest runs at the root alone: 'memref.store' op cannot be distributed}}
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %0 = affine.load %p[%i, %j] : memref<?x8xi32>
      %1 = arith.remui %0, %eight : i32
      %2 = arith.index_cast %1 : i32 to index
      memref.store %s2, %t[%i, %2] : memref<?x8xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %0 = affine.load %t[%i, %j] : memref<?x8xf64>
      affine.store %0, %y[%i, %j] : memref<?x8xf64>
    }
  }
  memref.dealloc %t : memref<?x8xf64>
  return
}

// A bound from data is a symbol, which must stand outside of all regions: its
// cell is loaded by all partitions before the region.
// CHECK-LABEL: func.func @bound(
// CHECK: dmm.gather %{{.*}}, %[[WHOLE:[a-z_0-9]+]] {{.*}} : memref<index>, memref<index>
// CHECK: %[[BOUND:.*]] = affine.load %[[WHOLE]][]
// CHECK: affine.if #[[ROOT]]()
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[BOUND]]
// LOWERED: func.func @bound(
// expected-remark @+2 {{arg1 lies at coordinate 0 of grid axis 1 alone}}
// expected-remark @+1 {{arg0 lies at coordinate 0 of grid axis 1 alone}}
func.func @bound(%n: memref<7xindex>, %y: memref<8xf64>) {
  %one = arith.constant 1.0 : f64
  // expected-remark @+2 {{local2 lies at coordinate 0 of grid axis 0 alone}}
  // expected-remark @+1 {{local2 lies at coordinate 0 of grid axis 1 alone}}
  %0 = affine.load %n[3] : memref<7xindex>
  // expected-remark @+1 {{this nest runs at the root alone: 'affine.for' op an index is computed from data}}
  affine.for %i = 0 to %0 {
    affine.store %one, %y[%i] : memref<8xf64>
  }
  affine.for %i = 0 to 8 {
    affine.store %one, %y[7 - %i] : memref<8xf64>
  }
  return
}

// A view that is used in a region only is made in it; a constant of the module
// is there on every partition.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[X:[^:]*]]: memref<4x20xf64>
// CHECK: affine.if #[[ROOT]]()
// CHECK-NEXT: %[[TABLE:.*]] = memref.get_global @table
// CHECK: %[[VIEW:.*]] = memref.subview %[[X]]
// CHECK: affine.for
// CHECK: affine.load %[[TABLE]]
// CHECK: memref.store %{{.*}}, %[[VIEW]]
// LOWERED: func.func @views(
memref.global "private" constant @table : memref<16xindex> = dense<3>
func.func @views(%x: memref<4x20xf64>, %s: f64) {
  %v = memref.subview %x[1, 2] [1, 16] [1, 1] : memref<4x20xf64> to memref<16xf64, strided<[1], offset: 22>>
  %t = memref.get_global @table : memref<16xindex>
  // expected-remark @+1 {{this nest runs at the root alone}}
  affine.for %i = 0 to 16 {
    %0 = affine.load %t[%i] : memref<16xindex>
    memref.store %s, %v[%0] : memref<16xf64, strided<[1], offset: 22>>
  }
  return
}
