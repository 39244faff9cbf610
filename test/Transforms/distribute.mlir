// Layouts: what is asked for is kept, the rest aligns to it.
//
// RUN: dmm-opt %s -split-input-file -dmm-distribute=grid=3 -verify-diagnostics | FileCheck %s
// RUN: not dmm-opt %s -split-input-file -dmm-distribute -o /dev/null 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: error: {{.*}}grid

// The loop that carries no flow between partitions decides: dim 1 here.
// CHECK-LABEL: func.func @scan_columns(
// CHECK-SAME: %{{.*}}: memref<12x9xf32> {dmm.layout = #dmm.layout<[{block = 3 : i64, dim = 1 : i64, extent = 9 : i64}]>}
func.func @scan_columns(%a: memref<12x9xf32>) {
  affine.for %i = 1 to 12 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i - 1, %j] : memref<12x9xf32>
      affine.store %0, %a[%i, %j] : memref<12x9xf32>
    }
  }
  return
}

// -----

// A smaller array aligns to a larger one, shifted where its subscript is.
// CHECK-LABEL: func.func @shifted(
// CHECK-SAME: %{{.*}}: memref<9xf32> {dmm.layout = #dmm.layout<[{block = 4 : i64, dim = 0 : i64, extent = 12 : i64, offset = 2 : i64}]>}
// CHECK-SAME: %{{.*}}: memref<12xf32> {dmm.layout = #dmm.layout<[{block = 4 : i64, dim = 0 : i64, extent = 12 : i64}]>}
func.func @shifted(%a: memref<9xf32>, %b: memref<12xf32>) {
  affine.for %i = 0 to 9 {
    %0 = affine.load %a[%i] : memref<9xf32>
    affine.store %0, %b[%i + 2] : memref<12xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @axis(
// CHECK-SAME: dim = 1 : i64
func.func @axis(%a: memref<12x9xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<12x9xf32>
      affine.store %0, %a[%i, %j] : memref<12x9xf32>
    } {dmm.axis = 0 : i64}
  }
  return
}

// -----

// CHECK-LABEL: func.func @split(
// CHECK-SAME: memref<12x9xf32> {dmm.layout = #dmm.layout<[{block = 3 : i64, dim = 1 : i64, extent = 9 : i64}]>, dmm.split = [-1, 0]}
// CHECK-SAME: memref<9xf32> {dmm.layout = #dmm.layout<[{block = 3 : i64, dim = 0 : i64, extent = 9 : i64}]>}
func.func @split(%a: memref<12x9xf32> {dmm.split = [-1, 0]}, %b: memref<9xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %b[%j] : memref<9xf32>
      affine.store %0, %a[%i, %j] : memref<12x9xf32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @layout(
// CHECK-SAME: extent = 14 : i64, offset = 2 : i64}]>}, %{{.*}}: memref<12xf32> {dmm.layout = #dmm.layout<[{block = 5 : i64, dim = 0 : i64, extent = 14 : i64, offset = 2 : i64}]>}
func.func @layout(%a: memref<12xf32> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 5 : i64, extent = 14 : i64, offset = 2 : i64}]>}, %b: memref<12xf32>) {
  affine.for %i = 0 to 12 {
    %0 = affine.load %b[%i] : memref<12xf32>
    affine.store %0, %a[%i] : memref<12xf32>
  }
  return
}

// -----

// Sizes that are only known at run time keep which axis cuts which dimension.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: memref<?x9xf32> {dmm.chosen, dmm.split = [0, -1]}
func.func @dynamic(%n: index, %a: memref<?x9xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 9 {
      affine.store %zero, %a[%i, %j] : memref<?x9xf32>
    }
  }
  return
}

// -----

// The layout of a temporary of one iteration is where it lies unless the plan
// gives each partition a copy, which dmm.chosen leaves open.
// CHECK-LABEL: func.func @private(
// CHECK: memref.alloc() {dmm.chosen, dmm.layout = #dmm.layout<{{.*}}>} : memref<f32>
func.func @private(%a: memref<9xf32>) {
  %t = memref.alloc() : memref<f32>
  affine.for %i = 0 to 9 {
    %0 = affine.load %a[%i] : memref<9xf32>
    affine.store %0, %t[] : memref<f32>
    %1 = affine.load %t[] : memref<f32>
    affine.store %1, %a[%i] : memref<9xf32>
  }
  memref.dealloc %t : memref<f32>
  return
}

// -----

// Loss of parallelism has a remark with its cause.
func.func @chain(%a: memref<9xf32>) {
  // expected-remark @+1 {{loop is not distributed: a message inside of it needs all members of its group in every iteration: S0 reads elements of arg0 that other coordinates on axis 0 own}}
  affine.for %i = 1 to 9 {
    %0 = affine.load %a[%i - 1] : memref<9xf32>
    affine.store %0, %a[%i] : memref<9xf32>
  }
  return
}

// -----

// expected-error @+1 {{has a dmm.split for arg0 that is not a list of 2 grid axes, one for each dimension, each axis below 1 at most once and -1 for a dimension that is not split}}
func.func @wrong_split(%a: memref<12x9xf32> {dmm.split = [0, 1]}) {
  return
}

// -----

// expected-error @+1 {{has a dmm.layout for arg0 with 2 axes, but the grid has 1}}
func.func @wrong_rank(%a: memref<12xf32> {dmm.layout = #dmm.layout<[{}, {}]>}) {
  return
}

// -----

// expected-error @+1 {{has a dmm.layout for arg0 that, on grid axis 0, has blocks that do not cover its extent}}
func.func @short_blocks(%a: memref<12xf32> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 3 : i64, extent = 12 : i64}]>}) {
  return
}

// -----

// expected-error @+1 {{has a dmm.layout for arg0 that, on grid axis 0, puts elements outside of its extent}}
func.func @outside(%a: memref<12xf32> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 12 : i64, offset = 1 : i64}]>}) {
  return
}

// -----

// expected-error @+1 {{has a dmm.layout for arg0 that, on grid axis 0, is pinned at a coordinate outside of the grid}}
func.func @pinned_outside(%a: memref<12xf32> {dmm.layout = #dmm.layout<[{pin = 3 : i64}]>}) {
  return
}

// -----

func.func @wrong_axis(%a: memref<12xf32>) {
  // expected-error @+1 {{has a dmm.axis that is not an axis of the grid: give an integer from 0 to 0}}
  affine.for %i = 0 to 12 {
    %0 = affine.load %a[%i] : memref<12xf32>
    affine.store %0, %a[%i] : memref<12xf32>
  } {dmm.axis = 1 : i64}
  return
}

// -----

// expected-error @+1 {{has the unknown attribute 'dmm.splt' on argument 0: an argument takes dmm.layout, dmm.split or dmm.resident}}
func.func @misspelt(%a: memref<12xf32> {dmm.splt = [0]}) {
  return
}

// -----

// expected-error @+1 {{has a dmm.split for the scalar arg0: only memrefs are split}}
func.func @split_scalar(%a: f32 {dmm.split = []}) {
  return
}
