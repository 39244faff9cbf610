// Copies between strided memrefs become loops: no library is called for them.
//
// RUN: dmm-opt %s -dmm-lower-to-runtime | FileCheck %s
// RUN: dmm-opt %s -dmm-lower-to-runtime | mlir-opt -convert-scf-to-cf -expand-strided-metadata -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts | FileCheck %s --check-prefix=LLVM
// LLVM-NOT: memrefCopy

module attributes {dmm.grid = array<i64: 1>} {

// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %[[A:.*]]: memref<?x4xf64, strided<[?, ?], offset: ?>>, %[[B:.*]]: memref<?x4xf64>
// CHECK: %[[N:.*]] = memref.dim %[[A]], %{{.*}}
// CHECK: %[[M:.*]] = memref.dim %[[A]], %{{.*}}
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]]
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[M]]
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK: memref.store %[[X]], %[[B]][%[[I]], %[[J]]]
// CHECK-NOT: memref.copy
func.func @strided(%a: memref<?x4xf64, strided<[?, ?], offset: ?>>, %b: memref<?x4xf64>) attributes {dmm.spmd} {
  memref.copy %a, %b : memref<?x4xf64, strided<[?, ?], offset: ?>> to memref<?x4xf64>
  return
}

// CHECK-LABEL: func.func @single(
// CHECK-NOT: scf.for
// CHECK: memref.copy
func.func @single(%a: memref<f64, strided<[], offset: 3>>, %b: memref<f64>) attributes {dmm.spmd} {
  memref.copy %a, %b : memref<f64, strided<[], offset: 3>> to memref<f64>
  return
}

// CHECK-LABEL: func.func @dense(
// CHECK-NOT: scf.for
// CHECK: memref.copy
func.func @dense(%a: memref<4x4xf64, strided<[4, 1], offset: ?>>, %b: memref<4x4xf64>) attributes {dmm.spmd} {
  memref.copy %a, %b : memref<4x4xf64, strided<[4, 1], offset: ?>> to memref<4x4xf64>
  return
}
}
