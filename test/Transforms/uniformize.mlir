// Inputs that all coordinates read: marked with the vector along which they are
// propagated, then passed on hop by hop; broadcast without the marks.
//
// RUN: split-file %s %t
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=4},dmm-uniformize)' | FileCheck %t/gemv.mlir --check-prefix=MARKS
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=4},dmm-uniformize,dmm-lower-affine)' | FileCheck %t/gemv.mlir --check-prefix=HOPS --implicit-check-not=dmm.broadcast --implicit-check-not=affine.if
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=2x3},dmm-uniformize,dmm-lower-affine)' | FileCheck %t/gemv.mlir --check-prefix=PLANE

// Without the pass, or where it takes its marks away, the broadcasts stay.
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=4},dmm-lower-affine)' | FileCheck %t/gemv.mlir --check-prefix=BROADCASTS --implicit-check-not=fabric
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=4},dmm-uniformize,dmm-uniformize{mode=never},dmm-lower-affine)' | FileCheck %t/gemv.mlir --check-prefix=BROADCASTS --implicit-check-not=fabric
// RUN: dmm-run %t/gemv.mlir --entry gemv --grid 4 --opt mode=never --check --simulate --stats | FileCheck %t/gemv.mlir --check-prefix=NEVER

// A chain over two coordinates takes no longer than a tree.
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=2},dmm-uniformize{mode=cost},dmm-lower-affine)' | FileCheck %t/gemv.mlir --check-prefix=HOPS
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=4},dmm-uniformize{mode=cost},dmm-lower-affine)' | FileCheck %t/gemv.mlir --check-prefix=BROADCASTS --implicit-check-not=fabric
// RUN: dmm-run %t/gemv.mlir --entry gemv --grid 4 --opt mode=cost --check --simulate --stats | FileCheck %t/gemv.mlir --check-prefix=NEVER

// RUN: not mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-uniformize{grid=4 mode=often})' 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: the option mode is 'often': it takes always, cost or never

// RUN: mlir-opt %t/remarks.mlir %plugin --pass-pipeline='builtin.module(dmm-uniformize{grid=4})' -verify-diagnostics | FileCheck %t/remarks.mlir --implicit-check-not=dmm.propagate
// RUN: dmm-run %t/remarks.mlir --entry f --grid 4 --check --simulate | FileCheck %s --check-prefix=RIGHT
// RUN: dmm-run %t/remarks.mlir --entry f --grid 2x3 --check --simulate | FileCheck %s --check-prefix=RIGHT
// RIGHT: check: ok (exact)

// Marks on some loads alone, as a user may set them.
// RUN: mlir-opt %t/marked.mlir %plugin --pass-pipeline='builtin.module(dmm-lower-affine{grid=4})' | FileCheck %t/marked.mlir

//--- gemv.mlir
func.func @gemv(%alpha: f32, %a: memref<8x6xf32>, %x: memref<6xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %y[%i] : memref<8xf32>
      %1 = affine.load %a[%i, %j] : memref<8x6xf32>
      %2 = affine.load %x[%j] : memref<6xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.mulf %alpha, %3 : f32
      %5 = arith.addf %0, %4 : f32
      affine.store %5, %y[%i] : memref<8xf32>
    }
  }
  return
}
// The layout of the vector is that of the array, whatever reads it.
//      MARKS: func.func @gemv(%{{[a-z0-9]+}}: f32 {dmm.propagate = array<i64: 1>},
// MARKS-SAME: %[[X:[a-z0-9]+]]: memref<6xf32> {dmm.layout = #dmm.layout<[{block = 2
//      MARKS: affine.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] : memref<8xf32>
//      MARKS: affine.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}, %{{[a-z0-9]+}}] : memref<8x6xf32>
//      MARKS: affine.load %[[X]][%{{[a-z0-9]+}}] {dmm.propagate = array<i64: 1>}

//       HOPS: fabric.recv %[[S:[a-z0-9_]+]] {axis = 0 : i64, distance = 1 : i64} : memref<f32>
//  HOPS-NEXT: fabric.send %[[S]] {axis = 0 : i64, distance = 1 : i64} : memref<f32>
//       HOPS: dmm.scatter %arg2, %[[V:[a-z0-9_]+]] {axes = array<i64: 0>, layout = #dmm.layout<[{pin = 0 : i64}]>, root = 0 : i64}
//  HOPS-NEXT: fabric.recv %[[V]] {axis = 0 : i64, distance = 1 : i64} : memref<6xf32>
//  HOPS-NEXT: fabric.send %[[V]] {axis = 0 : i64, distance = 1 : i64} : memref<6xf32>
//       HOPS: affine.load %[[V]]

// Down the first column, then along each row.
//      PLANE: affine.if #[[FIRST:[a-z0-9]+]](%{{[0-9]+}}) {
// PLANE-NEXT:   fabric.recv %[[S:[a-z0-9_]+]] {axis = 0
// PLANE-NEXT:   fabric.send %[[S]] {axis = 0
// PLANE-NEXT: {{^ +[}]$}}
// PLANE-NEXT: fabric.recv %[[S]] {axis = 1
// PLANE-NEXT: fabric.send %[[S]] {axis = 1

// BROADCASTS: dmm.broadcast %{{.*}} : memref<f32>, memref<f32>
// BROADCASTS: dmm.gather %{{.*}} : memref<{{[0-9]+}}xf32>, memref<6xf32>

//  NEVER-NOT: fabric.
//      NEVER: dmm.broadcast 1 3 3
//      NEVER: dmm.gather 2
//  NEVER-NOT: fabric.
//      NEVER: check: ok (exact)

//--- remarks.mlir
// The first element of a large array is better sent; what a cell reads of the
// second row depends on the cell; an array that the function has written is no
// input; one that it writes later is: its contents at the start are apart.
// expected-remark@+1 {{arg2.start is passed on from each coordinate to the next: it is an input that all of them read}}
func.func @f(%x: memref<40xf64>, %y: memref<40xf64>, %z: memref<12xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 12 {
      // CHECK: affine.load %{{.*}} {dmm.propagate = array<i64: 1>} : memref<12xf64>
      %0 = affine.load %z[%j] : memref<12xf64>
      %1 = affine.load %x[0] : memref<40xf64>
      %2 = affine.load %y[%i] : memref<40xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<40xf64>
    }
  }
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %y[%j] : memref<40xf64>
      affine.store %0, %z[%i] : memref<12xf64>
    }
  }
  return
}

//--- marked.mlir
// CHECK: dmm.scatter %arg1, %{{.*}}{pin = 0
// CHECK: fabric.send %{{.*}} : memref<6xf32>
// CHECK: dmm.gather %{{.*}} : memref<2xf32>, memref<6xf32>
func.func @two(%a: memref<8x6xf32>, %x: memref<6xf32>, %w: memref<6xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %y[%i] : memref<8xf32>
      %1 = affine.load %a[%i, %j] : memref<8x6xf32>
      %2 = affine.load %x[%j] {dmm.propagate = array<i64: 1>} : memref<6xf32>
      %3 = affine.load %w[%j] : memref<6xf32>
      %4 = arith.mulf %2, %3 : f32
      %5 = arith.mulf %1, %4 : f32
      %6 = arith.addf %0, %5 : f32
      affine.store %6, %y[%i] : memref<8xf32>
    }
  }
  return
}
