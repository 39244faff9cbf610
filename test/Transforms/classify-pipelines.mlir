// What dmm-classify says of pipelines is what dmm-uniformize makes.
//
// RUN: dmm-opt %s -split-input-file -dmm-classify=grid=2x3 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: dmm-opt %s -split-input-file -dmm-distribute=grid=2x3 -dmm-uniformize 2>/dev/null | FileCheck %s --check-prefix=MADE

// A triangle: each coordinate reads some of the input only, and it is passed on
// as a whole.
// TOLD: classify-pipelines.mlir:[[# @LINE + 6]]:12: remark: affine: {{.*}} of arg0 {{.*}}; can be a pipeline: it is an input, and every cell reads the same
// MADE-LABEL: func.func @triangle
// MADE: affine.load %arg0{{.*}} {dmm.propagate
func.func @triangle(%x: memref<17xf64>, %a: memref<17x17xf64>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %x[%j] : memref<17xf64>
      affine.store %0, %a[%i, %j] : memref<17x17xf64>
    }
  }
  return
}

// -----

// A read for each axis: the copy that is passed on along one of them would not
// serve the other.
// TOLD: remark: affine: broadcast of arg0 along axis 1{{.*}}; no pipeline: the reads of it that are the same in every cell along an axis are not all so along one axis
// MADE-LABEL: func.func @both
// MADE-NOT: dmm.propagate
// MADE: return
func.func @both(%x: memref<23xf64>, %a: memref<23x23xf64>) {
  affine.for %i = 0 to 23 {
    affine.for %j = 0 to 23 {
      %0 = affine.load %x[%i] : memref<23xf64>
      %1 = affine.load %x[%j] : memref<23xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<23x23xf64>
    }
  }
  return
}
