// The program that every partition runs.
//
// RUN: dmm-opt %s -split-input-file -dmm-lower-affine=grid=3 | FileCheck %s

// CHECK: #[[HI:.*]] = affine_map<()[s0] -> (s0 * 4 + 4, 10)>
// CHECK: #[[LO:.*]] = affine_map<()[s0] -> (s0 * 4, 10)>
// CHECK: #[[FROM:.*]] = affine_map<()[s0] -> (0, s0)>
// CHECK: #[[TO:.*]] = affine_map<()[s0] -> (10, s0)>
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[ALPHA:.*]]: f32, %[[X:.*]]: memref<10xf32>{{.*}} attributes {dmm.spmd}
// CHECK: %[[C:.*]] = dmm.coord {axis = 0 : i64} : index
// CHECK-DAG: %[[HIV:.*]] = affine.min #[[HI]]()[%[[C]]]
// CHECK-DAG: %[[LOV:.*]] = affine.min #[[LO]]()[%[[C]]]
// CHECK: affine.store %[[ALPHA]], %[[CELL:.*]][] : memref<f32>
// CHECK: dmm.broadcast %[[CELL]], %[[CELL]] {axes = array<i64: 0>, root = 0 : i64}
// CHECK: %[[A:.*]] = affine.load %[[CELL]][]
// CHECK: dmm.scatter %[[X]], %[[HOME:.*]] {axes = array<i64: 0>
// CHECK: affine.for %[[I:.*]] = max #[[FROM]]()[%[[LOV]]] to min #[[TO]]()[%[[HIV]]] {
// CHECK:   affine.load %[[HOME]][%[[I]] - symbol(%[[LOV]])] : memref<4xf32>
// CHECK:   arith.mulf
// CHECK:   affine.store %{{.*}}, %[[HOME]][%[[I]] - symbol(%[[LOV]])]
// CHECK: }
// CHECK: dmm.gather %[[HOME]], %[[X]] {axes = array<i64: 0>
// CHECK: memref.dealloc %[[HOME]]
func.func @scale(%alpha: f32, %x: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf32>
    %1 = arith.mulf %alpha, %0 : f32
    affine.store %1, %x[%i] : memref<10xf32>
  }
  return
}

// -----

// What is wholly written first is not scattered.
// CHECK-LABEL: func.func @fill(
// CHECK-NOT: dmm.scatter
// CHECK: dmm.gather
func.func @fill(%x: memref<10xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 10 {
    affine.store %zero, %x[%i] : memref<10xf32>
  }
  return
}

// -----

// A halo stands outside of the loops that do not write what it brings, and
// inside of the time loop that does. The home has room for it.
// CHECK-LABEL: func.func @stencil(
// CHECK: %[[A:.*]] = memref.alloc() : memref<6xf32>
// CHECK: %[[BLOCK:.*]] = memref.subview %[[A]][1] [4] [1]
// CHECK: dmm.scatter %{{.*}}, %[[BLOCK]]
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT:   fabric.halo %[[A]] {axes = array<i64: 0>, dims = array<i64: 0>, high = array<i64: 1>, {{.*}}low = array<i64: 1>}
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.load %[[A]][%{{.*}} - symbol(%{{.*}})] : memref<6xf32>
// CHECK-NEXT:     affine.load %[[A]][%{{.*}} - symbol(%{{.*}}) + 2] : memref<6xf32>
// CHECK:        }
// CHECK-NEXT:   affine.for
// CHECK-NOT:    fabric.halo
// CHECK: dmm.gather
func.func @stencil(%a: memref<10xf32>, %b: memref<10xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 9 {
      %0 = affine.load %a[%i - 1] : memref<10xf32>
      %1 = affine.load %a[%i + 1] : memref<10xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%i] : memref<10xf32>
    }
    affine.for %i = 1 to 9 {
      %0 = affine.load %b[%i] : memref<10xf32>
      affine.store %0, %a[%i] : memref<10xf32>
    }
  }
  return
}

// -----

// A statement pinned to one coordinate runs under a guard.
// CHECK: #[[PIN:.*]] = affine_set<()[s0, s1] : (-s0 >= 0, s1 - 1 >= 0)>
// CHECK-LABEL: func.func @pinned(
// CHECK: affine.if #[[PIN]]()
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
func.func @pinned(%s: memref<f32>, %x: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %s[] : memref<f32>
    %1 = affine.load %x[%i] : memref<10xf32>
    %2 = arith.divf %0, %1 : f32
    affine.store %2, %s[] : memref<f32>
  }
  return
}

// -----

// Each coordinate adds up its own terms; the owner of the sum adds the total.
// CHECK-LABEL: func.func @sum(
// CHECK-DAG:   %[[S:.*]] = memref.alloca() : memref<i32>
// CHECK-DAG:   %[[P:.*]] = memref.alloca() : memref<i32>
// CHECK:       %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:  affine.store %[[ZERO]], %[[P]][]
// CHECK:       affine.for %{{.*}} = max
// CHECK:         arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:    affine.store %{{.*}}, %[[P]][]
// CHECK:       dmm.reduce %[[P]], %[[P]] {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<i32>, memref<i32>
// CHECK-NEXT:  affine.if
// CHECK-DAG:     %[[OLD:.*]] = affine.load %[[S]][]
// CHECK-DAG:     %[[ALL:.*]] = affine.load %[[P]][]
// CHECK:         %[[NEW:.*]] = arith.addi %[[OLD]], %[[ALL]] : i32
// CHECK-NEXT:    affine.store %[[NEW]], %[[S]][]
func.func @sum(%s: memref<i32>, %x: memref<10xi32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %s[] : memref<i32>
    %1 = affine.load %x[%i] : memref<10xi32>
    %2 = arith.addi %0, %1 overflow<nsw> : i32
    affine.store %2, %s[] : memref<i32>
  }
  return
}

// -----

// A value that outlives its element is kept in a cell.
// CHECK-LABEL: func.func @swap(
// CHECK: affine.for
// CHECK: %[[V:.*]] = affine.load %[[X:.*]][
// CHECK-NEXT: affine.store %[[V]], %[[CELL:.*]][] : memref<f32>
// CHECK: affine.store %{{.*}}, %[[X]][
// CHECK: %[[KEPT:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT: affine.store %[[KEPT]], %{{.*}}[
func.func @swap(%x: memref<10xf32>, %y: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf32>
    %1 = affine.load %y[%i] : memref<10xf32>
    affine.store %1, %x[%i] : memref<10xf32>
    affine.store %0, %y[%i] : memref<10xf32>
  }
  return
}

// -----

// Sizes that are known at run time: blocks are computed, not written down.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>
// CHECK: %[[SIZE:.*]] = memref.dim %[[A]], %{{.*}}
// CHECK: %[[EXTENT:.*]] = affine.max {{.*}}[%[[SIZE]]]
// CHECK: %[[BLOCK:.*]] = affine.max {{.*}}[%[[EXTENT]]]
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: affine.for %{{.*}} = max #{{.*}}()[%{{.*}}] to min #{{.*}}()[%[[N]], %{{.*}}] {
func.func @dynamic(%n: index, %a: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %0 = affine.load %a[%i] : memref<?xf32>
    affine.store %0, %a[%i] : memref<?xf32>
  }
  return
}
