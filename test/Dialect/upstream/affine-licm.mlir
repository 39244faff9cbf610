// The load behind the exchange is another one in each iteration.
//
// RUN: dmm-opt %s --affine-loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: affine.for
// CHECK-NEXT: fabric.shift
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  affine.for %k = 0 to 10 {
    fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
    %0 = affine.load %b[0] : memref<4xf32>
    affine.store %0, %a[1] : memref<4xf32>
  }
  return
}
