// A halo along one axis for a diagonal of two elements: each member exchanges
// what lies in its own block of the other axis, in whatever form the parts of
// the needed set say that they do.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
module attributes {dmm.grid = array<i64: 2, 2>} {
func.func @f(%a0: memref<8x4xf32>) {
  affine.parallel (%i0) = (0) to (5) step (3) {
    %v1 = affine.load %a0[(%i0) * -1 + 4, %i0] : memref<8x4xf32>
    %v2 = arith.constant -2.500000e-01 : f32
    %v3 = affine.load %a0[(%i0) * -1 + 7, %i0] : memref<8x4xf32>
    %v4 = arith.constant 1.000000e+00 : f32
    %v5 = arith.minimumf %v3, %v4 : f32
    %v6 = arith.constant -1.000000e+00 : f32
    %v7 = arith.maximumf %v5, %v6 : f32
    %v8 = arith.subf %v2, %v7 : f32
    %v9 = arith.constant 5.000000e-01 : f32
    %v10 = arith.mulf %v8, %v9 : f32
    %v11 = affine.load %a0[(%i0) * -1 + 3, %i0] : memref<8x4xf32>
    %v12 = arith.constant 1.000000e+00 : f32
    %v13 = arith.minimumf %v11, %v12 : f32
    %v14 = arith.constant -1.000000e+00 : f32
    %v15 = arith.maximumf %v13, %v14 : f32
    %v16 = arith.addf %v10, %v15 : f32
    %v17 = arith.constant 5.000000e-01 : f32
    %v18 = arith.mulf %v16, %v17 : f32
    %v19 = arith.addf %v1, %v18 : f32
    affine.store %v19, %a0[(%i0) * -1 + 4, %i0] : memref<8x4xf32>
  }
  return
}
}
