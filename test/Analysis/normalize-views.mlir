// Views are folded into the subscripts of the accesses.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry subsub --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry tiles --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry reshape --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry reinterpret --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry rank_reduce --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry transpose --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry linear --grids 1,3,2x2 --distributed 0 --anywhere

// CHECK-LABEL: func.func @subsub(
// CHECK-SAME: %[[A:.*]]: memref<16x20xf64>
// CHECK: affine.for %[[K:.*]] = 0 to 3
// CHECK: affine.for %[[I:.*]] = 0 to 4
// CHECK: affine.for %[[J:.*]] = 0 to 3
// CHECK: affine.load %[[A]][%[[I]] * 3 + %[[K]] + 2, %[[J]] * 4 + 4]
func.func @subsub(%a: memref<16x20xf64>, %b: memref<4x3xf64>) {
  %s = memref.subview %a[2, 3] [12, 14] [1, 1] : memref<16x20xf64> to memref<12x14xf64, strided<[20, 1], offset: 43>>
  affine.for %k = 0 to 3 {
    %t = memref.subview %s[%k, 1] [4, 3] [3, 4] : memref<12x14xf64, strided<[20, 1], offset: 43>> to memref<4x3xf64, strided<[60, 4], offset: ?>>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 3 {
        %v = affine.load %t[%i, %j] : memref<4x3xf64, strided<[60, 4], offset: ?>>
        %w = affine.load %b[%i, %j] : memref<4x3xf64>
        %x = arith.addf %v, %w : f64
        affine.store %x, %b[%i, %j] : memref<4x3xf64>
        affine.store %w, %t[%i, %j] : memref<4x3xf64, strided<[60, 4], offset: ?>>
      }
    }
  }
  return
}

// Sizes of views are bounds.
// CHECK-LABEL: func.func @tiles(
// CHECK: affine.for %[[I:.*]] = 0 to 10 step 4
// CHECK: affine.for %[[J:.*]] = 0 to 11 step 4
// CHECK: affine.for %[[K:.*]] = 0 to min #{{.*}}(%[[I]])
// CHECK: affine.for %[[L:.*]] = 0 to min #{{.*}}(%[[J]])
// CHECK: affine.load %{{.*}}[%[[K]] + %[[I]], %[[L]] + %[[J]]]
func.func @tiles(%a: memref<10x11xf64>, %b: memref<10x11xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %c0 to %c10 step %c4 {
    scf.for %j = %c0 to %c11 step %c4 {
      %m = affine.min affine_map<(d0) -> (4, -d0 + 10)>(%i)
      %n = affine.min affine_map<(d0) -> (4, -d0 + 11)>(%j)
      %s = memref.subview %a[%i, %j] [%m, %n] [1, 1] : memref<10x11xf64> to memref<?x?xf64, strided<[11, 1], offset: ?>>
      %t = memref.subview %b[%i, %j] [%m, %n] [1, 1] : memref<10x11xf64> to memref<?x?xf64, strided<[11, 1], offset: ?>>
      scf.for %k = %c0 to %m step %c1 {
        scf.for %l = %c0 to %n step %c1 {
          %v = memref.load %s[%k, %l] : memref<?x?xf64, strided<[11, 1], offset: ?>>
          memref.store %v, %t[%k, %l] : memref<?x?xf64, strided<[11, 1], offset: ?>>
        }
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @reshape(
// CHECK: affine.load %{{.*}}[%[[I:.*]] floordiv 8, %[[I]] mod 8]
// CHECK: affine.load %{{.*}}[%{{.*}} * 2 + %{{.*}}, %{{.*}}] : memref<6x8xf64>
func.func @reshape(%a: memref<6x8xf64>, %b: memref<48xf64>, %c: memref<3x2x8xf64>) {
  %f = memref.collapse_shape %a [[0, 1]] : memref<6x8xf64> into memref<48xf64>
  memref.copy %f, %b : memref<48xf64> to memref<48xf64>
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [3, 2, 8] : memref<6x8xf64> into memref<3x2x8xf64>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 8 {
        %v = affine.load %e[%i, %j, %k] : memref<3x2x8xf64>
        affine.store %v, %c[%i, %j, %k] : memref<3x2x8xf64>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @reinterpret(
// CHECK: affine.load %{{.*}} : memref<6x8xf64>
func.func @reinterpret(%a: memref<6x8xf64>, %b: memref<5x4xf64>) {
  %r = memref.reinterpret_cast %a to offset: [3], sizes: [5, 4], strides: [8, 2] : memref<6x8xf64> to memref<5x4xf64, strided<[8, 2], offset: 3>>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 4 {
      %v = affine.load %r[%i, %j] : memref<5x4xf64, strided<[8, 2], offset: 3>>
      affine.store %v, %b[%i, %j] : memref<5x4xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @rank_reduce(
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}}, 2] : memref<6x8x5xf64>
func.func @rank_reduce(%a: memref<6x8x5xf64>, %b: memref<8xf64>) {
  affine.for %i = 0 to 6 {
    %r = memref.subview %a[%i, 0, 2] [1, 8, 1] [1, 1, 1] : memref<6x8x5xf64> to memref<8xf64, strided<[5], offset: ?>>
    memref.copy %r, %b : memref<8xf64, strided<[5], offset: ?>> to memref<8xf64>
    %t = memref.subview %b[%i] [1] [1] : memref<8xf64> to memref<f64, strided<[], offset: ?>>
    %v = affine.load %t[] : memref<f64, strided<[], offset: ?>>
    affine.store %v, %a[%i, %i, 0] : memref<6x8x5xf64>
  }
  return
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[A:.*]]: memref<6x8xf64>
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK: affine.for %[[J:.*]] = 0 to 6
// CHECK: affine.load %[[A]][%[[J]], %[[I]]]
func.func @transpose(%a: memref<6x8xf64>, %b: memref<8x6xf64>) {
  %t = memref.transpose %a (i, j) -> (j, i) : memref<6x8xf64> to memref<8x6xf64, strided<[1, 8]>>
  memref.copy %t, %b : memref<8x6xf64, strided<[1, 8]>> to memref<8x6xf64>
  return
}

// Row and column of a linear subscript are found without a division.
// CHECK-LABEL: func.func @linear(
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK: affine.for %[[K:.*]] = 0 to 32
// CHECK: affine.load %{{.*}}[%[[K]] + %[[I]] * 32]
// CHECK: affine.store %{{.*}}[%[[I]], %[[K]]] : memref<8x32xf64>
// CHECK-NOT: memref.{{(subview|cast|collapse|expand|reinterpret|transpose)}}
func.func @linear(%a: memref<256xf64>, %b: memref<8x32xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %f = memref.collapse_shape %b [[0, 1]] : memref<8x32xf64> into memref<256xf64>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %m = arith.muli %i, %c32 : index
      %s = arith.addi %k, %m : index
      %v = memref.load %a[%s] : memref<256xf64>
      memref.store %v, %f[%s] : memref<256xf64>
    }
  }
  return
}
