// What dmm-simplify rewrites, and what it leaves alone. In each group of
// functions, those named no_... differ from the others by what stops them.
//
// RUN: dmm-opt %s --dmm-simplify --split-input-file | FileCheck %s
// RUN: dmm-opt %s --dmm-simplify=simplify=false --split-input-file | FileCheck %s --check-prefix=OFF
// OFF-LABEL: func @same_buffer
// OFF: dmm.reduce
// OFF: dmm.broadcast

//===----------------------------------------------------------------------===//
// Reduce and broadcast
//===----------------------------------------------------------------------===//

module attributes {dmm.grid = array<i64: 2, 3>} {

// CHECK-LABEL: func @same_buffer
// CHECK-NOT: dmm.reduce
// CHECK: dmm.all_reduce %arg0, %arg1 {axes = array<i64: 0>, kind = "add"} : memref<4xf64>, memref<4xf64>
// CHECK-NEXT: return
func.func @same_buffer(%a: memref<4xf64>, %t: memref<4xf64>) {
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<4xf64>, memref<4xf64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<4xf64>, memref<4xf64>
  return
}

// CHECK-LABEL: func @in_place
// CHECK: dmm.all_reduce %arg0, %arg0 {axes = array<i64: 1, 0>, kind = "maxsi"}
// CHECK-NEXT: return
func.func @in_place(%a: memref<i32>) {
  dmm.reduce %a, %a {axes = array<i64: 1, 0>, kind = "maxsi", root = 4 : i64} : memref<i32>, memref<i32>
  dmm.broadcast %a, %a {axes = array<i64: 1, 0>, root = 4 : i64} : memref<i32>, memref<i32>
  return
}

// The other buffer holds the total on the root only, and nobody sees it there.
// CHECK-LABEL: func @other_buffer
// CHECK: %[[T:.*]] = memref.alloc
// CHECK-NEXT: dmm.all_reduce %arg0, %arg1 {axes = array<i64: 0>, kind = "add"}
// CHECK-NEXT: memref.dealloc %[[T]]
func.func @other_buffer(%a: memref<f64>, %b: memref<f64>) {
  %t = memref.alloc() : memref<f64>
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  dmm.broadcast %t, %b {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  memref.dealloc %t : memref<f64>
  return
}

// The same value as a root; ops on other allocations between.
// CHECK-LABEL: func @root_is_a_value
// CHECK: dmm.coord
// CHECK: memref.store
// CHECK-NEXT: dmm.all_reduce %[[A:.*]], %[[T:.*]] {axes = array<i64: 0>, kind = "add"}
// CHECK-NEXT: memref.load %[[T]]
func.func @root_is_a_value(%r: index) -> i64 {
  %a = memref.alloc() : memref<i64>
  %t = memref.alloc() : memref<i64>
  %u = memref.alloc() : memref<i64>
  %one = arith.constant 1 : i64
  memref.store %one, %a[] : memref<i64>
  dmm.reduce %a, %t root(%r) {axes = array<i64: 0>, kind = "add"} : memref<i64>, memref<i64>
  %c = dmm.coord {axis = 0 : i64} : index
  %d = arith.index_cast %c : index to i64
  %e = arith.addi %d, %one : i64
  memref.store %e, %u[] : memref<i64>
  dmm.broadcast %t, %t root(%r) {axes = array<i64: 0>} : memref<i64>, memref<i64>
  %v = memref.load %t[] : memref<i64>
  %w = memref.load %u[] : memref<i64>
  %x = arith.addi %v, %w : i64
  memref.dealloc %a : memref<i64>
  memref.dealloc %t : memref<i64>
  memref.dealloc %u : memref<i64>
  return %x : i64
}

// A root that is a constant is rank 0 whichever way it is written.
// CHECK-LABEL: func @root_is_a_constant
// CHECK: dmm.all_reduce
func.func @root_is_a_constant(%t: memref<f64>) {
  %zero = arith.constant 0 : index
  dmm.reduce %t, %t root(%zero) {axes = array<i64: 0>, kind = "add"} : memref<f64>, memref<f64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  return
}

// CHECK-LABEL: func @no_other_value
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_other_value(%t: memref<i64>, %r: index, %q: index) {
  dmm.reduce %t, %t root(%r) {axes = array<i64: 0>, kind = "add"} : memref<i64>, memref<i64>
  dmm.broadcast %t, %t root(%q) {axes = array<i64: 0>} : memref<i64>, memref<i64>
  return
}

// CHECK-LABEL: func @no_other_root
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_other_root(%t: memref<i64>) {
  dmm.reduce %t, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<i64>, memref<i64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 1 : i64} : memref<i64>, memref<i64>
  return
}

// CHECK-LABEL: func @no_other_axes
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_other_axes(%t: memref<i64>) {
  dmm.reduce %t, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<i64>, memref<i64>
  dmm.broadcast %t, %t {axes = array<i64: 0, 1>, root = 0 : i64} : memref<i64>, memref<i64>
  return
}

// Sums of floating-point numbers from rank 1 on, and from rank 0 on, differ.
// CHECK-LABEL: func @no_other_order
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_other_order(%t: memref<f64>) {
  dmm.reduce %t, %t {axes = array<i64: 0>, kind = "add", root = 1 : i64} : memref<f64>, memref<f64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 1 : i64} : memref<f64>, memref<f64>
  return
}

// CHECK-LABEL: func @no_store_between
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_store_between(%a: memref<f64>, %v: f64) {
  %t = memref.alloc() : memref<f64>
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  memref.store %v, %t[] : memref<f64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  %0 = memref.load %t[] : memref<f64>
  memref.store %0, %a[] : memref<f64>
  memref.dealloc %t : memref<f64>
  return
}

// What is stored to may be the source by another name.
// CHECK-LABEL: func @no_alias_between
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_alias_between(%a: memref<f64>, %b: memref<f64>, %v: f64) {
  %t = memref.alloc() : memref<f64>
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  memref.store %v, %b[] : memref<f64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  %0 = memref.load %t[] : memref<f64>
  memref.store %0, %a[] : memref<f64>
  memref.dealloc %t : memref<f64>
  return
}

// A view of the destination is the destination.
// CHECK-LABEL: func @no_view_between
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_view_between(%a: memref<4xf64>, %v: f64, %i: index) {
  %t = memref.alloc() : memref<4xf64>
  %view = memref.subview %t[%i] [1] [1] : memref<4xf64> to memref<1xf64, strided<[1], offset: ?>>
  %zero = arith.constant 0 : index
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<4xf64>, memref<4xf64>
  memref.store %v, %view[%zero] : memref<1xf64, strided<[1], offset: ?>>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<4xf64>, memref<4xf64>
  memref.copy %t, %a : memref<4xf64> to memref<4xf64>
  memref.dealloc %t : memref<4xf64>
  return
}

// The partition before this one may wait in the reduction for it, while it
// waits for the hand-off.
// CHECK-LABEL: func @no_message_between
// CHECK: dmm.reduce
// CHECK: fabric.recv
// CHECK: dmm.broadcast
func.func @no_message_between(%out: memref<f64>) {
  %a = memref.alloc() : memref<f64>
  %t = memref.alloc() : memref<f64>
  %h = memref.alloc() : memref<f64>
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  fabric.recv %h {axis = 0 : i64, distance = 1 : i64} : memref<f64>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  memref.copy %t, %out : memref<f64> to memref<f64>
  return
}

// CHECK-LABEL: func @no_region_between
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_region_between(%a: memref<f64>) {
  %t = memref.alloc() : memref<f64>
  %u = memref.alloc() : memref<f64>
  %v = arith.constant 1.0 : f64
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  affine.for %i = 0 to 4 {
    affine.store %v, %u[] : memref<f64>
  }
  dmm.broadcast %t, %a {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  memref.dealloc %t : memref<f64>
  memref.dealloc %u : memref<f64>
  return
}

func.func private @unknown()

// CHECK-LABEL: func @no_call_between
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_call_between(%t: memref<f64>) {
  dmm.reduce %t, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  func.call @unknown() : () -> ()
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  return
}

// The total at the root is read from the first destination.
// CHECK-LABEL: func @no_other_use
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_other_use(%a: memref<f64>, %b: memref<f64>) -> f64 {
  %t = memref.alloc() : memref<f64>
  dmm.reduce %a, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<f64>, memref<f64>
  dmm.broadcast %t, %b {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  %0 = memref.load %t[] : memref<f64>
  memref.dealloc %t : memref<f64>
  return %0 : f64
}

// CHECK-LABEL: func @no_async
// CHECK: dmm.reduce async
// CHECK: dmm.broadcast async
func.func @no_async(%t: memref<i64>) {
  %0 = dmm.reduce async %t, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<i64>, memref<i64>
  dmm.wait %0, %t : !dmm.token, memref<i64>
  %1 = dmm.broadcast async %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<i64>, memref<i64>
  dmm.wait %1, %t : !dmm.token, memref<i64>
  return
}

// CHECK-LABEL: func @no_async_broadcast
// CHECK: dmm.reduce
// CHECK: dmm.broadcast async
func.func @no_async_broadcast(%t: memref<i64>) {
  dmm.reduce %t, %t {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<i64>, memref<i64>
  %0 = dmm.broadcast async %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<i64>, memref<i64>
  dmm.wait %0, %t : !dmm.token, memref<i64>
  return
}

// CHECK-LABEL: func @no_loc
// CHECK: dmm.reduce
// CHECK: dmm.broadcast
func.func @no_loc(%t: memref<i64>, %i: memref<index>) {
  dmm.reduce %t, %t loc(%i, %i) {axes = array<i64: 0>, kind = "minloc", root = 0 : i64} : memref<i64>, memref<i64>, memref<index>, memref<index>
  dmm.broadcast %t, %t {axes = array<i64: 0>, root = 0 : i64} : memref<i64>, memref<i64>
  return
}

}

// -----

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

#rows = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 7 : i64}, {}]>
#tiles = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 7 : i64}, {dim = 1 : i64, block = 2 : i64, extent = 6 : i64}]>
#open = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}, {}]>
#shifted = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 8 : i64, offset = 1 : i64}, {}]>

module attributes {dmm.grid = array<i64: 2, 3>} {

// The array stays on the root: it is an argument.
// CHECK-LABEL: func @back
// CHECK: dmm.gather %arg0, %arg1
// CHECK-NOT: dmm.scatter
// CHECK: return
func.func @back(%h: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %h {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  return
}

// Neither is left if nobody reads the array.
// CHECK-LABEL: func @to_another_home
// CHECK-NOT: dmm.
// CHECK: memref.copy %arg0, %[[G:.*]] : memref<4x2xf32> to memref<4x2xf32>
// CHECK-NOT: dmm.
// CHECK: memref.load %[[G]]
// CHECK: return
func.func @to_another_home(%h: memref<4x2xf32>, %i: index) -> f32 {
  %w = memref.alloc() : memref<7x6xf32>
  dmm.gather %h, %w {axes = array<i64: 0, 1>, layout = #tiles, root = 2 : i64} : memref<4x2xf32>, memref<7x6xf32>
  %g = memref.alloc() : memref<4x2xf32>
  dmm.scatter %w, %g {axes = array<i64: 0, 1>, layout = #tiles, root = 2 : i64} : memref<7x6xf32>, memref<4x2xf32>
  memref.dealloc %w : memref<7x6xf32>
  %0 = memref.load %g[%i, %i] : memref<4x2xf32>
  memref.dealloc %g : memref<4x2xf32>
  return %0 : f32
}

// From a gather without a root, and with sizes that the run knows.
// CHECK-LABEL: func @open_sizes
// CHECK-NOT: dmm.
// CHECK: memref.copy
// CHECK-NOT: dmm.
// CHECK: return
func.func @open_sizes(%b: index, %n: index, %v: f32) -> f32 {
  %h = memref.alloc(%b) : memref<?xf32>
  %w = memref.alloc(%n) : memref<?xf32>
  %g = memref.alloc(%b) : memref<?xf32>
  %zero = arith.constant 0 : index
  memref.store %v, %h[%zero] : memref<?xf32>
  dmm.gather %h, %w sizes(%b, %n) {axes = array<i64: 0>, layout = #open} : memref<?xf32>, memref<?xf32>
  dmm.scatter %w, %g sizes(%b, %n) {axes = array<i64: 0>, layout = #open, root = 1 : i64} : memref<?xf32>, memref<?xf32>
  %0 = memref.load %g[%zero] : memref<?xf32>
  memref.dealloc %h : memref<?xf32>
  memref.dealloc %w : memref<?xf32>
  memref.dealloc %g : memref<?xf32>
  return %0 : f32
}

// CHECK-LABEL: func @no_other_sizes
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_other_sizes(%h: memref<?xf32>, %w: memref<?xf32>, %b: index, %n: index) {
  dmm.gather %h, %w sizes(%b, %n) {axes = array<i64: 0>, layout = #open} : memref<?xf32>, memref<?xf32>
  dmm.scatter %w, %h sizes(%b, %b) {axes = array<i64: 0>, layout = #open, root = 1 : i64} : memref<?xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func @no_other_layout
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_other_layout(%h: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %h {axes = array<i64: 0>, layout = #shifted, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  return
}

// The copies on axis 1 may differ; the scatter makes them equal.
// CHECK-LABEL: func @no_copies
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_copies(%h: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0, 1>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %h {axes = array<i64: 0, 1>, layout = #rows, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  return
}

// CHECK-LABEL: func @no_store_to_home
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_store_to_home(%v: f32, %i: index) -> f32 {
  %h = memref.alloc() : memref<4x6xf32>
  %w = memref.alloc() : memref<7x6xf32>
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  memref.store %v, %h[%i, %i] : memref<4x6xf32>
  dmm.scatter %w, %h {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  %0 = memref.load %h[%i, %i] : memref<4x6xf32>
  return %0 : f32
}

// CHECK-LABEL: func @no_message_to_whole
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_message_to_whole(%i: index) -> f32 {
  %h = memref.alloc() : memref<4x6xf32>
  %w = memref.alloc() : memref<7x6xf32>
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.broadcast %w, %w {axes = array<i64: 1>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %h {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  %0 = memref.load %h[%i, %i] : memref<4x6xf32>
  return %0 : f32
}

// What the last block of the other home holds behind the array's end is seen.
// CHECK-LABEL: func @no_used_home
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_used_home(%h: memref<4x6xf32>, %g: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %g {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  return
}

// CHECK-LABEL: func @no_stored_home
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_stored_home(%h: memref<4x6xf32>, %w: memref<7x6xf32>, %v: f32, %i: index) -> f32 {
  %g = memref.alloc() : memref<4x6xf32>
  affine.for %k = 0 to 4 {
    memref.store %v, %g[%k, %i] : memref<4x6xf32>
  }
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %g {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<7x6xf32>, memref<4x6xf32>
  %0 = memref.load %g[%i, %i] : memref<4x6xf32>
  memref.dealloc %g : memref<4x6xf32>
  return %0 : f32
}

// CHECK-LABEL: func @no_other_scatter_root
// CHECK: dmm.gather
// CHECK: dmm.scatter
func.func @no_other_scatter_root(%h: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.scatter %w, %h {axes = array<i64: 0>, layout = #rows, root = 1 : i64} : memref<7x6xf32>, memref<4x6xf32>
  return
}

//===----------------------------------------------------------------------===//
// Gather and broadcast
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @all_gather
// CHECK: dmm.gather %arg0, %arg1 {axes = array<i64: 0>, layout = #{{.*}}} : memref<4x6xf32>, memref<7x6xf32>
// CHECK-NEXT: return
func.func @all_gather(%h: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 1 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.broadcast %w, %w {axes = array<i64: 0>, root = 1 : i64} : memref<7x6xf32>, memref<7x6xf32>
  return
}

// CHECK-LABEL: func @all_gather_elsewhere
// CHECK: dmm.gather %[[H:.*]], %[[B:.*]] {axes = array<i64: 0, 1>, layout = #{{.*}}} : memref<4x2xf32>, memref<7x6xf32>
// CHECK-NOT: dmm.
// CHECK: memref.load %[[B]]
// CHECK: return
func.func @all_gather_elsewhere(%v: f32, %i: index) -> f32 {
  %h = memref.alloc() : memref<4x2xf32>
  %w = memref.alloc() : memref<7x6xf32>
  memref.store %v, %h[%i, %i] : memref<4x2xf32>
  dmm.gather %h, %w {axes = array<i64: 0, 1>, layout = #tiles, root = 0 : i64} : memref<4x2xf32>, memref<7x6xf32>
  %b = memref.alloc() : memref<7x6xf32>
  dmm.broadcast %w, %b {axes = array<i64: 0, 1>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  %0 = memref.load %b[%i, %i] : memref<7x6xf32>
  memref.dealloc %h : memref<4x2xf32>
  memref.dealloc %w : memref<7x6xf32>
  memref.dealloc %b : memref<7x6xf32>
  return %0 : f32
}

// The group has only some columns of the array; the root's others are sent too.
// CHECK-LABEL: func @no_part
// CHECK: dmm.gather {{.*}} root = 0
// CHECK: dmm.broadcast
func.func @no_part(%h: memref<4x2xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #tiles, root = 0 : i64} : memref<4x2xf32>, memref<7x6xf32>
  dmm.broadcast %w, %w {axes = array<i64: 0>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  return
}

// CHECK-LABEL: func @no_open_extent
// CHECK: dmm.gather {{.*}} root = 0
// CHECK: dmm.broadcast
func.func @no_open_extent(%h: memref<?xf32>, %w: memref<?xf32>, %b: index, %n: index) {
  dmm.gather %h, %w sizes(%b, %n) {axes = array<i64: 0>, layout = #open, root = 0 : i64} : memref<?xf32>, memref<?xf32>
  dmm.broadcast %w, %w {axes = array<i64: 0>, root = 0 : i64} : memref<?xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func @no_other_group
// CHECK: dmm.gather {{.*}} root = 0
// CHECK: dmm.broadcast
func.func @no_other_group(%h: memref<4x6xf32>, %w: memref<7x6xf32>) {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.broadcast %w, %w {axes = array<i64: 1>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  return
}

// The root's array is read behind the broadcast, too.
// CHECK-LABEL: func @no_other_reader_of_whole
// CHECK: dmm.gather {{.*}} root = 0
// CHECK: dmm.broadcast
func.func @no_other_reader_of_whole(%i: index) -> (f32, f32) {
  %h = memref.alloc() : memref<4x6xf32>
  %w = memref.alloc() : memref<7x6xf32>
  %b = memref.alloc() : memref<7x6xf32>
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.broadcast %w, %b {axes = array<i64: 0>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  %0 = memref.load %w[%i, %i] : memref<7x6xf32>
  %1 = memref.load %b[%i, %i] : memref<7x6xf32>
  return %0, %1 : f32, f32
}

// A gather must not write to what it reads.
// CHECK-LABEL: func @no_gather_into_home
// CHECK: dmm.gather {{.*}} root = 0
// CHECK: dmm.broadcast
func.func @no_gather_into_home(%h: memref<4x6xf32>, %b: memref<7x6xf32>) {
  %w = memref.alloc() : memref<7x6xf32>
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  dmm.broadcast %w, %b {axes = array<i64: 0>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  memref.dealloc %w : memref<7x6xf32>
  return
}

// CHECK-LABEL: func @no_reader_of_whole
// CHECK: dmm.gather {{.*}} root = 0
// CHECK: dmm.broadcast
func.func @no_reader_of_whole(%h: memref<4x6xf32>, %w: memref<7x6xf32>, %i: index) -> f32 {
  dmm.gather %h, %w {axes = array<i64: 0>, layout = #rows, root = 0 : i64} : memref<4x6xf32>, memref<7x6xf32>
  %0 = memref.load %w[%i, %i] : memref<7x6xf32>
  dmm.broadcast %w, %w {axes = array<i64: 0>, root = 0 : i64} : memref<7x6xf32>, memref<7x6xf32>
  return %0 : f32
}

}

// -----

//===----------------------------------------------------------------------===//
// Dead collectives
//===----------------------------------------------------------------------===//

#halo = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 8 : i64}]>

module attributes {dmm.grid = array<i64: 2>} {

// CHECK-LABEL: func @dead
// CHECK-NOT: dmm.
// CHECK-NOT: fabric.
// CHECK: return
func.func @dead(%a: memref<4xf32>, %w: memref<8xf32>, %v: f32, %i: index) {
  %b = memref.alloc() : memref<4xf32>
  %g = memref.alloca() : memref<6xf32>
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "add"} : memref<4xf32>, memref<4xf32>
  dmm.scatter %w, %b {axes = array<i64: 0>, layout = #halo, root = 0 : i64} : memref<8xf32>, memref<4xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
  affine.store %v, %g[symbol(%i)] : memref<6xf32>
  fabric.halo %g {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #halo} : memref<6xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// What feeds a dead message is dead in turn.
// CHECK-LABEL: func @dead_chain
// CHECK-NOT: dmm.
// CHECK: return
func.func @dead_chain(%a: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  dmm.reduce %b, %c {axes = array<i64: 0>, kind = "add", root = 1 : i64} : memref<4xf32>, memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  return
}

// The values are not read, but the places are.
// CHECK-LABEL: func @no_dead_values
// CHECK: dmm.all_reduce
func.func @no_dead_values(%a: memref<f32>, %i: memref<index>) -> index {
  %b = memref.alloc() : memref<f32>
  %j = memref.alloc() : memref<index>
  dmm.all_reduce %a, %b loc(%i, %j) {axes = array<i64: 0>, kind = "maxloc"} : memref<f32>, memref<f32>, memref<index>, memref<index>
  %0 = memref.load %j[] : memref<index>
  memref.dealloc %b : memref<f32>
  memref.dealloc %j : memref<index>
  return %0 : index
}

// CHECK-LABEL: func @no_dead_view
// CHECK: dmm.broadcast
func.func @no_dead_view(%a: memref<4xf32>, %i: index) -> f32 {
  %b = memref.alloc() : memref<4xf32>
  %c = memref.cast %b : memref<4xf32> to memref<?xf32>
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  %0 = memref.load %c[%i] : memref<?xf32>
  memref.dealloc %b : memref<4xf32>
  return %0 : f32
}

// Whoever has the reference may read.
// CHECK-LABEL: func @no_dead_reference
// CHECK: dmm.broadcast
func.func @no_dead_reference(%a: memref<4xf32>, %r: memref<memref<4xf32>>) {
  %b = memref.alloc() : memref<4xf32>
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  memref.store %b, %r[] : memref<memref<4xf32>>
  return
}

// CHECK-LABEL: func @no_dead_argument
// CHECK: dmm.broadcast
func.func @no_dead_argument(%a: memref<4xf32>, %b: memref<4xf32>) {
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// A receive is as alive as its send.
// CHECK-LABEL: func @no_dead_hand_off
// CHECK: fabric.recv
// CHECK: fabric.send
func.func @no_dead_hand_off(%a: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  fabric.recv %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// CHECK-LABEL: func @no_dead_async
// CHECK: dmm.broadcast async
// CHECK: dmm.wait
func.func @no_dead_async(%a: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  dmm.wait %t, %a, %b : !dmm.token, memref<4xf32>, memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

}

// -----

//===----------------------------------------------------------------------===//
// Groups of one member
//===----------------------------------------------------------------------===//

#home = #dmm.layout<[{dim = 0 : i64, block = 8 : i64, extent = 8 : i64}, {}]>
#wide = #dmm.layout<[{dim = 0 : i64, block = 9 : i64, extent = 8 : i64}, {}]>
#tile = #dmm.layout<[{dim = 0 : i64, block = 8 : i64, extent = 8 : i64}, {dim = 1 : i64, block = 2 : i64, extent = 4 : i64}]>
#pinned = #dmm.layout<[{dim = 0 : i64, block = 8 : i64, extent = 8 : i64}, {pin = 0 : i64}]>
#mirrored = #dmm.layout<[{dim = 0 : i64, block = 8 : i64, extent = 8 : i64, numerator = -1 : i64, offset = 7 : i64}, {}]>

module attributes {dmm.grid = array<i64: 1, 2>} {

// CHECK-LABEL: func @alone
// CHECK-NOT: dmm.
// CHECK-NOT: fabric.
// CHECK: memref.copy %arg0, %arg1
// CHECK-NEXT: memref.copy %arg1, %[[C:.*]] :
// CHECK-NEXT: memref.copy %arg0, %arg1
// CHECK-NEXT: memref.copy %arg1, %arg0
// CHECK-NEXT: memref.copy %[[C]], %arg0
// CHECK-NOT: dmm.
// CHECK: return
func.func @alone(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c = memref.alloc() : memref<8xf32>
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  dmm.broadcast %b, %c {axes = array<i64: 0>, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  dmm.broadcast %b, %b {axes = array<i64: 0>, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<8xf32>, memref<8xf32>
  dmm.scatter %a, %b {axes = array<i64: 0>, layout = #home, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  dmm.gather %b, %a {axes = array<i64: 0>, layout = #home, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  fabric.halo %b {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 0>, high = array<i64: 0>, layout = #home} : memref<8xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<8xf32>, memref<8xf32>
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<8xf32>
  fabric.recv %b {axis = 0 : i64, distance = 1 : i64} : memref<8xf32>
  dmm.broadcast %c, %a {axes = array<i64: 0>, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  memref.dealloc %c : memref<8xf32>
  return
}

// CHECK-LABEL: func @alone_with_places
// CHECK-DAG: memref.copy %[[A:.*]], %[[B:.*]] : memref<f32> to memref<f32>
// CHECK-DAG: memref.copy %[[I:.*]], %[[J:.*]] : memref<index> to memref<index>
// CHECK-NOT: dmm.
// CHECK: return
func.func @alone_with_places(%v: f32, %k: index) -> (f32, index) {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  %i = memref.alloc() : memref<index>
  %j = memref.alloc() : memref<index>
  memref.store %v, %a[] : memref<f32>
  memref.store %k, %i[] : memref<index>
  dmm.all_reduce %a, %b loc(%i, %j) {axes = array<i64: 0>, kind = "maxloc"} : memref<f32>, memref<f32>, memref<index>, memref<index>
  %0 = memref.load %b[] : memref<f32>
  %1 = memref.load %j[] : memref<index>
  return %0, %1 : f32, index
}

// The arguments may be parts of one array, which the reduction reads first.
// CHECK-LABEL: func @no_alone_overlap
// CHECK: dmm.all_reduce
func.func @no_alone_overlap(%a: memref<8xf32>, %b: memref<8xf32>) {
  dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "add"} : memref<8xf32>, memref<8xf32>
  return
}

// Sizes that the runtime would find to differ.
// CHECK-LABEL: func @no_alone_sizes
// CHECK: dmm.broadcast
func.func @no_alone_sizes(%a: memref<?xf32>, %b: memref<?xf32>) {
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<?xf32>, memref<?xf32>
  return
}

// A home that is larger, one that is a part over the other axis, one that not
// all have, and one that is mirrored.
// CHECK-LABEL: func @no_alone_part
// CHECK-COUNT-4: dmm.scatter
func.func @no_alone_part(%a: memref<8xf32>, %b: memref<9xf32>, %c: memref<8x4xf32>, %d: memref<8x2xf32>, %e: memref<8xf32>) {
  dmm.scatter %a, %b {axes = array<i64: 0>, layout = #wide, root = 0 : i64} : memref<8xf32>, memref<9xf32>
  dmm.scatter %c, %d {axes = array<i64: 0>, layout = #tile, root = 0 : i64} : memref<8x4xf32>, memref<8x2xf32>
  dmm.scatter %a, %e {axes = array<i64: 0>, layout = #pinned, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  dmm.scatter %a, %e {axes = array<i64: 0>, layout = #mirrored, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  return
}

// CHECK-LABEL: func @alone_on_a_ring
// CHECK: memref.copy
// CHECK-NOT: fabric.
// CHECK: return
func.func @alone_on_a_ring(%i: index) -> f32 {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  fabric.shift %a, %b {axis = 0 : i64, distance = -2 : i64, periodic} : memref<8xf32>, memref<8xf32>
  %0 = memref.load %b[%i] : memref<8xf32>
  return %0 : f32
}

// CHECK-LABEL: func @no_alone_ring
// CHECK: fabric.halo
// CHECK: dmm.transpose
func.func @no_alone_ring(%a: memref<10xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #home, periodic} : memref<10xf32>
  dmm.transpose %b, %c {axes = array<i64: 0>, layout = #home, sizes = array<i64: 8>, to = #home} : memref<8xf32>, memref<8xf32>
  return
}

// CHECK-LABEL: func @no_alone_on_two_axes
// CHECK: dmm.broadcast
func.func @no_alone_on_two_axes(%a: memref<8xf32>, %b: memref<8xf32>) {
  dmm.broadcast %a, %b {axes = array<i64: 0, 1>, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  return
}

// CHECK-LABEL: func @no_alone_async
// CHECK: dmm.broadcast async
func.func @no_alone_async(%a: memref<8xf32>, %b: memref<8xf32>) {
  %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<8xf32>, memref<8xf32>
  dmm.wait %t, %a, %b : !dmm.token, memref<8xf32>, memref<8xf32>
  return
}

}

// -----

//===----------------------------------------------------------------------===//
// Small messages of one group
//===----------------------------------------------------------------------===//

module attributes {dmm.grid = array<i64: 2, 3>} {

// A scalar, a row with gaps and a matrix.
// CHECK-LABEL: func @merge
// CHECK: %[[P:.*]] = memref.alloca() : memref<11xf32>
// CHECK: %[[ROW:.*]] = memref.subview
// CHECK: memref.load
// CHECK: %[[P0:.*]] = memref.reinterpret_cast %[[P]] to offset: [0], sizes: [], strides: [] : memref<11xf32> to memref<f32, strided<[]>>
// CHECK: %[[P1:.*]] = memref.reinterpret_cast %[[P]] to offset: [1], sizes: [4], strides: [1] : memref<11xf32> to memref<4xf32, strided<[1], offset: 1>>
// CHECK: %[[P2:.*]] = memref.reinterpret_cast %[[P]] to offset: [5], sizes: [2, 3], strides: [3, 1] : memref<11xf32> to memref<2x3xf32, strided<[3, 1], offset: 5>>
// CHECK-NEXT: memref.copy %[[A:.*]], %[[P0]]
// CHECK-NEXT: memref.copy %[[ROW]], %[[P1]]
// CHECK-NEXT: memref.copy %[[C:.*]], %[[P2]]
// CHECK-NEXT: dmm.all_reduce %[[P]], %[[P]] {axes = array<i64: 0>, kind = "add"} : memref<11xf32>, memref<11xf32>
// CHECK-NEXT: memref.copy %[[P0]], %[[S:.*]] :
// CHECK-NEXT: memref.copy %[[P1]], %[[ROW]]
// CHECK-NEXT: memref.copy %[[P2]], %[[C]]
// CHECK-NOT: dmm.
// CHECK: return
func.func @merge(%v: f32, %i: index) -> (f32, f32, f32) {
  %a = memref.alloc() : memref<f32>
  %s = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<2x3xf32>
  %row = memref.subview %b[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  memref.store %v, %a[] : memref<f32>
  dmm.all_reduce %a, %s {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  dmm.all_reduce %row, %row {axes = array<i64: 0>, kind = "add"} : memref<4xf32, strided<[2]>>, memref<4xf32, strided<[2]>>
  %0 = memref.load %a[] : memref<f32>
  dmm.all_reduce %c, %c {axes = array<i64: 0>, kind = "add"} : memref<2x3xf32>, memref<2x3xf32>
  %1 = memref.load %s[] : memref<f32>
  %2 = memref.load %row[%i] : memref<4xf32, strided<[2]>>
  %3 = memref.load %c[%i, %i] : memref<2x3xf32>
  %4 = arith.addf %0, %1 : f32
  return %4, %2, %3 : f32, f32, f32
}

// In a loop, the packed buffer is that of the function.
// CHECK-LABEL: func @merge_broadcasts
// CHECK: memref.alloca() : memref<2xi64>
// CHECK: scf.for
// CHECK-NOT: memref.alloca
// CHECK: dmm.broadcast %[[P:.*]], %[[P]] root(%arg0) {axes = array<i64: 0, 1>} : memref<2xi64>, memref<2xi64>
// CHECK-NOT: dmm.
// CHECK: return
func.func @merge_broadcasts(%r: index, %n: index) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<i64>
  %b = memref.alloc() : memref<i64>
  scf.for %k = %zero to %n step %one {
    dmm.broadcast %a, %a root(%r) {axes = array<i64: 0, 1>} : memref<i64>, memref<i64>
    dmm.broadcast %b, %b root(%r) {axes = array<i64: 0, 1>} : memref<i64>, memref<i64>
  }
  %0 = memref.load %a[] : memref<i64>
  %1 = memref.load %b[] : memref<i64>
  %2 = arith.addi %0, %1 : i64
  return %2 : i64
}

// Each differs from the one before: in kind, axes, the order of axes, type.
// CHECK-LABEL: func @no_merge_unlike
// CHECK-COUNT-5: dmm.all_reduce
// CHECK-NOT: dmm.
// CHECK: return
func.func @no_merge_unlike() -> (f32, f64) {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  %c = memref.alloc() : memref<f64>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  dmm.all_reduce %b, %b {axes = array<i64: 0>, kind = "mul"} : memref<f32>, memref<f32>
  dmm.all_reduce %a, %a {axes = array<i64: 1>, kind = "mul"} : memref<f32>, memref<f32>
  dmm.all_reduce %b, %b {axes = array<i64: 1, 0>, kind = "mul"} : memref<f32>, memref<f32>
  dmm.all_reduce %c, %c {axes = array<i64: 1, 0>, kind = "mul"} : memref<f64>, memref<f64>
  %0 = memref.load %a[] : memref<f32>
  %1 = memref.load %b[] : memref<f32>
  %2 = memref.load %c[] : memref<f64>
  %3 = arith.addf %0, %1 : f32
  return %3, %2 : f32, f64
}

// CHECK-LABEL: func @no_merge_other_root
// CHECK-COUNT-2: dmm.broadcast
func.func @no_merge_other_root(%r: index, %q: index) -> f32 {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  dmm.broadcast %a, %a root(%r) {axes = array<i64: 0>} : memref<f32>, memref<f32>
  dmm.broadcast %b, %b root(%q) {axes = array<i64: 0>} : memref<f32>, memref<f32>
  %0 = memref.load %a[] : memref<f32>
  %1 = memref.load %b[] : memref<f32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// The second sum is one of the first.
// CHECK-LABEL: func @no_merge_chain
// CHECK-COUNT-2: dmm.all_reduce
func.func @no_merge_chain() -> f32 {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %0 = memref.load %b[] : memref<f32>
  return %0 : f32
}

// The first total is read, or its source changed, before the second.
// CHECK-LABEL: func @no_merge_read
// CHECK-COUNT-2: dmm.all_reduce
func.func @no_merge_read() -> (f32, f32) {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %0 = memref.load %a[] : memref<f32>
  dmm.all_reduce %b, %b {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %1 = memref.load %b[] : memref<f32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func @no_merge_written
// CHECK-COUNT-2: dmm.all_reduce
func.func @no_merge_written(%v: f32) -> (f32, f32) {
  %a = memref.alloc() : memref<f32>
  %s = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  dmm.all_reduce %a, %s {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  memref.store %v, %a[] : memref<f32>
  dmm.all_reduce %b, %b {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %0 = memref.load %s[] : memref<f32>
  %1 = memref.load %b[] : memref<f32>
  return %0, %1 : f32, f32
}

// Only the root may read the argument.
// CHECK-LABEL: func @no_merge_arguments
// CHECK-COUNT-2: dmm.broadcast
func.func @no_merge_arguments(%a: memref<2xf32>, %i: index) -> f32 {
  %b = memref.alloc() : memref<2xf32>
  %c = memref.alloc() : memref<2xf32>
  %d = memref.alloc() : memref<2xf32>
  dmm.broadcast %a, %c {axes = array<i64: 0>, root = 0 : i64} : memref<2xf32>, memref<2xf32>
  dmm.broadcast %b, %d {axes = array<i64: 0>, root = 0 : i64} : memref<2xf32>, memref<2xf32>
  %0 = memref.load %c[%i] : memref<2xf32>
  %1 = memref.load %d[%i] : memref<2xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// 65 words; 40 and 24 words, of which the next one is left over.
// CHECK-LABEL: func @no_merge_large
// CHECK: memref.alloca() : memref<64xf32>
// CHECK: dmm.all_reduce {{.*}} : memref<65xf32>
// CHECK: dmm.all_reduce {{.*}} : memref<64xf32>
// CHECK: dmm.all_reduce {{.*}} : memref<f32>
// CHECK-NOT: dmm.
func.func @no_merge_large(%i: index) -> f32 {
  %a = memref.alloc() : memref<65xf32>
  %b = memref.alloc() : memref<40xf32>
  %c = memref.alloc() : memref<24xf32>
  %d = memref.alloc() : memref<f32>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<65xf32>, memref<65xf32>
  dmm.all_reduce %b, %b {axes = array<i64: 0>, kind = "add"} : memref<40xf32>, memref<40xf32>
  dmm.all_reduce %c, %c {axes = array<i64: 0>, kind = "add"} : memref<24xf32>, memref<24xf32>
  dmm.all_reduce %d, %d {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %0 = memref.load %a[%i] : memref<65xf32>
  %1 = memref.load %b[%i] : memref<40xf32>
  %2 = memref.load %c[%i] : memref<24xf32>
  %3 = memref.load %d[] : memref<f32>
  %4 = arith.addf %0, %1 : f32
  %5 = arith.addf %2, %3 : f32
  %6 = arith.addf %4, %5 : f32
  return %6 : f32
}

// CHECK-LABEL: func @no_merge_dynamic
// CHECK-COUNT-2: dmm.all_reduce
func.func @no_merge_dynamic(%n: index) -> (f32, f32) {
  %zero = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc() : memref<f32>
  dmm.all_reduce %b, %b {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<?xf32>, memref<?xf32>
  %0 = memref.load %a[%zero] : memref<?xf32>
  %1 = memref.load %b[] : memref<f32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func @no_merge_loc
// CHECK-COUNT-2: dmm.all_reduce
func.func @no_merge_loc() -> (f32, f32) {
  %a = memref.alloc() : memref<f32>
  %i = memref.alloc() : memref<index>
  %b = memref.alloc() : memref<f32>
  %j = memref.alloc() : memref<index>
  dmm.all_reduce %a, %a loc(%i, %i) {axes = array<i64: 0>, kind = "maxloc"} : memref<f32>, memref<f32>, memref<index>, memref<index>
  dmm.all_reduce %b, %b loc(%j, %j) {axes = array<i64: 0>, kind = "maxloc"} : memref<f32>, memref<f32>, memref<index>, memref<index>
  %0 = memref.load %a[] : memref<f32>
  %1 = memref.load %b[] : memref<f32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func @no_merge_async
// CHECK: dmm.all_reduce
// CHECK: dmm.all_reduce async
// CHECK: dmm.wait
// CHECK: dmm.all_reduce
func.func @no_merge_async() -> (f32, f32, f32) {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  %c = memref.alloc() : memref<f32>
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %t = dmm.all_reduce async %b, %b {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  dmm.wait %t, %b : !dmm.token, memref<f32>
  dmm.all_reduce %c, %c {axes = array<i64: 0>, kind = "add"} : memref<f32>, memref<f32>
  %0 = memref.load %a[] : memref<f32>
  %1 = memref.load %b[] : memref<f32>
  %2 = memref.load %c[] : memref<f32>
  return %0, %1, %2 : f32, f32, f32
}

}
