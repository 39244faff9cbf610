// The only coordinate of an axis has all cells: nothing asks for it, its loops
// are those of the source, and its subscripts those in the whole array. That
// holds of one axis alone as well, and whether sizes are known or not; but not
// of what runs nowhere.
//
// RUN: dmm-opt %s -dmm-lower-affine=grid=1 | FileCheck %s --check-prefix=ONE
// RUN: dmm-opt %s -dmm-lower-affine=grid=1x4 | FileCheck %s --check-prefix=ROW
// RUN: dmm-opt %s -dmm-lower-affine=grid=4 | FileCheck %s --check-prefix=FOUR

// ONE-LABEL: func.func @shift(
// ONE-NOT: dmm.coord
// ONE-NOT: affine.min
// ONE-NOT: affine.if
// ONE: affine.for %[[T:.*]] = 1 to 8 {
// ONE:   affine.for %[[I:.*]] = 2 to 39 {
// ONE:     affine.for %[[J:.*]] = 0 to 40 {
// ONE:       affine.load %[[A:.*]][%[[I]] + 1, %[[J]]] : memref<40x40xf64>
// ONE:       affine.store %{{.*}}, %[[B:.*]][%[[I]], %[[J]]] : memref<40x40xf64>
// ONE:   affine.for %[[K:.*]] = 0 to 40 {
// ONE:     affine.load %[[B]][%[[T]], %[[K]]]
// ONE:     affine.store %{{.*}}, %[[A]][%[[T]], %[[K]]]

// ROW-LABEL: func.func @shift(
// ROW-NOT: {axis = 0 : i64}
// ROW: dmm.coord {axis = 1 : i64}
// ROW-NOT: affine.if
// ROW: affine.for %[[I:.*]] = max #{{.*}}()[%[[LO:.*]]] to min #{{.*}}()[%{{.*}}] {
// ROW:   affine.for %[[J:.*]] = 0 to 40 {
// ROW:     affine.load %{{.*}}[%[[I]] - symbol(%[[LO]]) + 1, %[[J]]]

// FOUR-LABEL: func.func @shift(
// FOUR: dmm.coord {axis = 0 : i64}
// FOUR: affine.for %[[I:.*]] = max #{{.*}}()[%[[LO:.*]]] to min
// FOUR: affine.store %{{.*}}, %{{.*}}[%[[I]] - symbol(%[[LO]]), %{{.*}}]
// FOUR: affine.if
func.func @shift(%a: memref<40x40xf64>, %b: memref<40x40xf64>) {
  affine.for %t = 1 to 8 {
    affine.for %i = 2 to 39 {
      affine.for %j = 0 to 40 {
        %0 = affine.load %a[%i + 1, %j] : memref<40x40xf64>
        affine.store %0, %b[%i, %j] : memref<40x40xf64>
      }
    }
    affine.for %j = 0 to 40 {
      %0 = affine.load %b[%t, %j] : memref<40x40xf64>
      affine.store %0, %a[%t, %j] : memref<40x40xf64>
    }
  }
  return
}

// ONE-LABEL: func.func @open(
// ONE-NOT: dmm.coord
// ONE: affine.for %[[I:.*]] = 0 to %{{[^ ]*}} {
// ONE:   affine.load %{{.*}}[%[[I]]] : memref<?xf64>

// FOUR-LABEL: func.func @open(
// FOUR: affine.for %[[I:.*]] = max #{{.*}} to min
// FOUR:   affine.load %{{.*}}[%[[I]] - symbol(%{{.*}})] : memref<?xf64>
func.func @open(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<?xf64>
  }
  return
}

// The value loaded for i = 11 and 12 has no use, and no cell is there for it.
// ONE-LABEL: func.func @beyond(
// ONE: affine.for %{{.*}} = {{.*}} to min #{{.*}}()[%{{.*}}] {
func.func @beyond(%x: memref<11xf32>) {
  %c = arith.constant 0.75 : f32
  affine.for %i = 0 to 13 {
    %0 = affine.load %x[%i mod 4] : memref<11xf32>
    affine.for %j = 2 to affine_map<(d0) -> (-d0 + 13)>(%i) {
      %1 = arith.mulf %c, %0 : f32
      affine.store %1, %x[%i] : memref<11xf32>
    }
  }
  return
}
