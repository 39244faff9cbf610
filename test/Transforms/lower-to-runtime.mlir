// Every message becomes a call of its entry, with its attributes as constant
// words.
//
// RUN: dmm-opt %s --dmm-lower-to-runtime --split-input-file | FileCheck %s --implicit-check-not='{{(dmm|fabric|affine)[.]}}'
// RUN: dmm-opt %s --dmm-lower-to-runtime --split-input-file | mlir-opt --split-input-file -o /dev/null

// The words of a scatter: version, op, kind, root; the grid; the axes; the
// layout; no integers; no box; 38 or so bytes of location.

module attributes {dmm.grid = array<i64: 2, 4>} {
  // CHECK-LABEL: func.func @scatter(
  // CHECK-SAME: %[[X:.*]]: memref<1000x3xf32> {other.kept}, %[[R:.*]]: index)
  // CHECK-DAG: %[[SRC:.*]] = memref.cast %[[X]] : memref<1000x3xf32> to memref<*xf32>
  // CHECK-DAG: %[[SYMS:.*]] = memref.alloca() : memref<1xi64>
  // CHECK: %[[H:.*]] = memref.alloc() {alignment = 64 : i64} : memref<250x3xf32>
  // CHECK-NEXT: %[[DST:.*]] = memref.cast %[[H]] : memref<250x3xf32> to memref<*xf32>
  // CHECK: %[[META:.*]] = memref.get_global @__dmm_meta_0
  // CHECK: %[[M:.*]] = memref.cast %[[META]]
  // CHECK: %[[S:.*]] = memref.cast %{{.*}} : memref<0xi64> to memref<?xi64>
  // CHECK: call @dmm_rt_scatter_f32(%[[SRC]], %[[DST]], %[[M]], %[[S]]) : (memref<*xf32>, memref<*xf32>, memref<?xi64>, memref<?xi64>) -> ()
  // CHECK: %[[I:.*]] = arith.index_cast %[[R]] : index to i64
  // CHECK: memref.store %[[I]], %[[SYMS]][%{{.*}}] : memref<1xi64>
  // CHECK: call @dmm_rt_scatter_f32(%[[SRC]], %[[DST]]
  func.func @scatter(%x: memref<1000x3xf32> {dmm.split = [1, -1], other.kept}, %r: index) {
    %h = memref.alloc() {dmm.split = [1, -1]} : memref<250x3xf32>
    dmm.scatter %x, %h {axes = array<i64: 1, 0>, root = 5 : i64, layout = #dmm.layout<[{pin = 1 : i64}, {dim = 0 : i64, block = 250 : i64, extent = 1000 : i64}]>} : memref<1000x3xf32>, memref<250x3xf32>
    dmm.scatter %x, %h root(%r) {axes = array<i64: 1, 0>, layout = #dmm.layout<[{}, {dim = 0 : i64, block = 250 : i64, extent = 1000 : i64}]>} : memref<1000x3xf32>, memref<250x3xf32>
    memref.dealloc %h : memref<250x3xf32>
    return
  }
  // CHECK-DAG: memref.global "private" constant @__dmm_meta_0 : memref<{{.*}}> = dense<[2, 3, 0, 5, 2, 2, 4, 2, 1, 0, 2, 2, -1, 0, 1, 1, 1, 0, 2, 1, 0, 1, 1, 0, 250, 0, 1000, 0, 0, 0, {{.*}}]>
  // CHECK-DAG: memref.global "private" constant @__dmm_meta_1 : memref<{{.*}}> = dense<[2, 3, 0, -2, 2, 2, 4, 2, 1, 0, 2, 0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 250, 0, 1000, 0, 0, 0, {{.*}}]>
  // CHECK-DAG: func.func private @dmm_rt_scatter_f32(memref<*xf32>, memref<*xf32>, memref<?xi64>, memref<?xi64>) attributes {llvm.emit_c_interface}
}

// -----

// The entry of a program for all partitions checks the grid; user functions and
// other attributes stay.
// CHECK-LABEL: func.func @entry
// CHECK-SAME: (%{{.*}}: memref<4xf32> {llvm.noalias}) -> index
// CHECK-SAME: attributes {other = 1 : i64}
// CHECK-NEXT: %[[G:.*]] = memref.get_global
// CHECK-NEXT: %[[M:.*]] = memref.cast %[[G]]
// CHECK-NEXT: call @dmm_rt_enter(%[[M]]) : (memref<?xi64>) -> ()
// CHECK: %[[A:.*]] = arith.constant 1 : i64
// CHECK: %[[C:.*]] = call @dmm_rt_coord(%[[A]]) : (i64) -> index
// CHECK: return %[[C]]
// CHECK-DAG: func.func private @dmm_rt_enter(memref<?xi64>) attributes {llvm.emit_c_interface}
// CHECK-DAG: func.func private @dmm_rt_coord(i64) -> index attributes {llvm.emit_c_interface}
// CHECK-DAG: dense<[2, 0, 0, -1, 2, 3, 2, 0, 0, 0, 0, {{.*}}]>
module {
  func.func @entry(%a: memref<4xf32> {dmm.resident, llvm.noalias}) -> (index {dmm.note = 1 : i64})
      attributes {dmm.grid = array<i64: 3, 2>, dmm.spmd, other = 1 : i64} {
    %0 = dmm.coord {axis = 1 : i64} : index
    return %0 : index
  }
}

// -----

// One constant for equal messages at one place: here, places differ, so that
// the constants do; buffers are cast once.
// CHECK-LABEL: func.func @loop
// CHECK: %[[A:.*]] = memref.cast %{{.*}} : memref<4xf32> to memref<*xf32>
// CHECK-NOT: memref.cast %{{.*}} to memref<*xf32>
// CHECK: scf.for
// CHECK-NOT: alloca_scope
// CHECK: call @dmm_rt_send_f32(%[[A]], %[[A]],
// CHECK: call @dmm_rt_recv_f32(%[[A]], %[[A]],
module attributes {dmm.grid = array<i64: 4>} {
  func.func @loop(%a: memref<4xf32>) {
    affine.for %i = 0 to 10 {
      fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
      fabric.recv %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
    }
    return
  }
}

// -----

// Where a buffer starts to exist in a loop, a scope bounds the stack.
// CHECK-LABEL: func.func @scoped
// CHECK: scf.for
// CHECK: %[[V:.*]] = memref.subview
// CHECK: memref.alloca_scope {
// CHECK: memref.alloca() : memref<0xi64>
// CHECK: memref.cast %[[V]] : memref<1xf32, strided<[1], offset: ?>> to memref<*xf32>
// CHECK: func.call @dmm_rt_broadcast_f32
// CHECK: }
module attributes {dmm.grid = array<i64: 4>} {
  func.func @scoped(%a: memref<4xf32>) {
    affine.for %i = 0 to 4 {
      %v = memref.subview %a[%i] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
      dmm.broadcast %v, %v {axes = array<i64: 0>, root = 0 : i64} : memref<1xf32, strided<[1], offset: ?>>, memref<1xf32, strided<[1], offset: ?>>
    }
    return
  }
}

// -----

// Started operations are done at once.
// CHECK-LABEL: func.func @started
// CHECK: call @dmm_rt_gather_c64
// CHECK-NEXT: return
module attributes {dmm.grid = array<i64: 4>} {
  func.func @started(%h: memref<3xcomplex<f64>>, %a: memref<10xcomplex<f64>>) {
    %t = dmm.gather async %h, %a {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 3 : i64, extent = 10 : i64}]>} : memref<3xcomplex<f64>>, memref<10xcomplex<f64>>
    dmm.wait %t, %h, %a : !dmm.token, memref<3xcomplex<f64>>, memref<10xcomplex<f64>>
    return
  }
}

// -----

// Values with their indices have entries of their own; kinds are numbers.
// CHECK-LABEL: func.func @reductions
// CHECK: call @dmm_rt_reduce_loc_f64(%{{.*}}) : (memref<*xf64>, memref<*xf64>, memref<*xindex>, memref<*xindex>, memref<?xi64>, memref<?xi64>) -> ()
// CHECK: call @dmm_rt_all_reduce_f64
// CHECK: call @dmm_rt_reduce_f64
// CHECK-DAG: dense<[2, 0, 13, 2, 1, 4, 1, 0, 0, 0, 0, {{.*}}]>
// CHECK-DAG: dense<[2, 2, 8, -1, 1, 4, 1, 0, 0, 0, 0, {{.*}}]>
// CHECK-DAG: dense<[2, 0, 0, -1, 1, 4, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 4, 0, 0, {{.*}}]>
module attributes {dmm.grid = array<i64: 4>} {
  func.func @reductions(%a: memref<4xf64>, %b: memref<4xf64>, %i: memref<4xindex>, %j: memref<4xindex>, %h: memref<1xf64>) {
    dmm.reduce %a, %b loc(%i, %j) {axes = array<i64: 0>, kind = "minloc", root = 2 : i64} : memref<4xf64>, memref<4xf64>, memref<4xindex>, memref<4xindex>
    dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "minimumf"} : memref<4xf64>, memref<4xf64>
    dmm.reduce %a, %h {axes = array<i64: 0>, kind = "add", layout = #dmm.layout<[{dim = 0 : i64, block = 1 : i64, extent = 4 : i64}]>} : memref<4xf64>, memref<1xf64>
    return
  }
}

// -----

// A box: template (13, 0, 100); rank 1; origin lo - 1; two lower bounds, 0 and
// lo - 1; one upper bound, hi + 1; one guard, s0 - s1 floordiv 2, where the
// symbols are the variables 2 and 3.
// CHECK-LABEL: func.func @box
// CHECK-DAG: %[[SYMS:.*]] = memref.alloca() : memref<2xi64>
// CHECK: memref.store %{{.*}}, %[[SYMS]]
// CHECK: memref.store %{{.*}}, %[[SYMS]]
// CHECK: call @dmm_rt_transpose_f32
// CHECK-DAG: dense<[2, 5, 0, -1, 1, 8, 1, 0, 1, 1, 0, 1, 1, 0, 13, 0, 100, 0, [[BOX:.*]], 13, 0, 100, 1, 5, 1, 0, 0, -1, 2, 2, 2, 0, 0, 5, 1, 0, 0, -1, 2, 1, 5, 1, 1, 0, 1, 2, 1, {{.*}}]>
module attributes {dmm.grid = array<i64: 8>} {
  func.func @box(%h: memref<13xf32>, %v: memref<15xf32>, %k: index, %m: index) {
    dmm.transpose %h, %v symbols(%k, %m) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>,
        block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>,
        origin = affine_map<(d0, d1)[s0, s1] -> (d0 - 1)>,
        lower = affine_map<(d0, d1)[s0, s1] -> (0, d0 - 1)>, lower_groups = array<i64: 2>,
        upper = affine_map<(d0, d1)[s0, s1] -> (d1 + 1)>, upper_groups = array<i64: 1>,
        guards = affine_map<(d0, d1)[s0, s1] -> (s0 - s1 floordiv 2)>} : memref<13xf32>, memref<15xf32>
    return
  }
}

// -----

// The integers of neighbour exchanges.
// CHECK-LABEL: func.func @fabric
// CHECK: call @dmm_rt_halo_f32(%[[B:.*]], %[[B]],
// CHECK: call @dmm_rt_shift_f32
// CHECK-DAG: dense<[2, 6, 0, -1, 1, 8, 1, 0, 1, 1, 0, 1, 1, 0, 13, 0, 100, 6, 1, 0, 0, 0, 2, 0, 0, {{.*}}]>
// CHECK-DAG: dense<[2, 7, 0, -1, 1, 8, 1, 0, 0, 3, 0, -2, 1, 0, {{.*}}]>
module attributes {dmm.grid = array<i64: 8>} {
  func.func @fabric(%b: memref<15xf32>, %a: memref<15xf32>) {
    fabric.halo %b {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 2>, high = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, corners} : memref<15xf32>
    fabric.shift %a, %b {axis = 0 : i64, distance = -2 : i64, periodic} : memref<15xf32>, memref<15xf32>
    return
  }
}

// -----

// Blocks and extents that are operands: references to symbols, counted after
// the root, in the layout and in the template of the box; the symbols of the
// box follow them, here as variable 2 + 3. With a target layout the last one is
// the array's size, here variable 2 + 2.
// CHECK-LABEL: func.func @open(
// CHECK-SAME: memref<?xf32>, %[[R:[a-z0-9]+]]: index, %[[B:.*]]: index, %[[E:.*]]: index, %[[N:.*]]: index)
// CHECK-DAG: memref.alloca() : memref<3xi64>
// CHECK-DAG: memref.alloca() : memref<4xi64>
// CHECK: arith.index_cast %[[R]]
// CHECK: arith.index_cast %[[B]]
// CHECK: arith.index_cast %[[E]]
// CHECK: call @dmm_rt_scatter_f32
// CHECK: arith.index_cast %[[B]]
// CHECK: arith.index_cast %[[E]]
// CHECK: arith.index_cast %[[R]]
// CHECK: arith.index_cast %[[N]]
// CHECK: call @dmm_rt_transpose_f32
// CHECK: call @dmm_rt_transpose_f32
// CHECK-DAG: dense<[2, 3, 0, -2, 1, 8, 1, 0, 1, 1, 0, 1, 1, 0, -9223372036854775808, 0, -9223372036854775807, 0, 0, {{.*}}]>
// CHECK-DAG: dense<[2, 5, 0, -1, 1, 8, 1, 0, 1, 1, 0, 1, 1, 0, -9223372036854775808, 0, -9223372036854775807, 0, 16, 13, 0, -9223372036854775806, 1, 2, 1, 0, 1, 2, 1, 5, 1, 2, 1, 1, 0, {{.*}}]>
// CHECK-DAG: dense<[2, 5, 0, -1, 1, 8, 1, 0, 1, 1, 0, 1, 1, 0, -9223372036854775808, 0, 100, 0, 40, -9223372036854775807, 0, 100, 1, 8, 1, 0, 0, 1, 3, 0, 0, 2, 2, 2, 0, 0, 8, 1, 0, 0, 1, 3, 0, 0, 2, 2, 2, 1, 4, 8, 1, 1, 0, 1, 3, 0, 0, 2, 0, {{.*}}]>
module attributes {dmm.grid = array<i64: 8>} {
  func.func @open(%x: memref<?xf32>, %h: memref<?xf32>, %r: index, %b: index, %e: index, %n: index) {
    dmm.scatter %x, %h root(%r) sizes(%b, %e) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>} : memref<?xf32>, memref<?xf32>
    dmm.transpose %h, %x sizes(%b, %e, %r) symbols(%n) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>, sizes = array<i64: -9223372036854775808>,
        block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: -9223372036854775808>,
        origin = affine_map<(d0, d1)[s0] -> (d0)>, lower = affine_map<(d0, d1)[s0] -> (s0)>, lower_groups = array<i64: 1>,
        upper = affine_map<(d0, d1)[s0] -> (d1)>, upper_groups = array<i64: 1>} : memref<?xf32>, memref<?xf32>
    dmm.transpose %h, %x sizes(%b, %e, %n) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = 100 : i64}]>, sizes = array<i64: -9223372036854775808>,
        to = #dmm.layout<[{dim = 0 : i64, block = "?", extent = 100 : i64}]>} : memref<?xf32>, memref<?xf32>
    return
  }
}
