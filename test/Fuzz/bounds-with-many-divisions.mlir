// Conditions with mod and subscripts with floordiv leave isl many integer
// divisions in the parameters that are refused: compiled in about a second
// where it took twenty.
//
// RUN: timeout 15 dmm-run %s --entry f --check --arg 0=1x23 --arg 1=9x8 --arg 2=10x18 --arg 3=9x4x6 --arg 5=2 --arg 6=9 2>&1 | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 3, 2>} {
func.func @f(%a0: memref<?x?xf64>, %a1: memref<?x?xf64>, %a2: memref<?x?xf64>, %a3: memref<?x?x?xf64>, %s0: f64, %n0: index, %n1_raw: i32) {
  %n1 = arith.index_cast %n1_raw : i32 to index
  affine.for %i0 = 0 to 10 step 2 {
    affine.for %i1 = 0 to affine_map<(d0) -> (d0)>(%n1) step 5 {
      affine.if affine_set<(d0, d1) : (((d0) * 3 + (d1) * -2) mod 2 + -1 >= 0)>(%i1, %i0) {
        affine.if affine_set<(d0) : (((d0) * 2 + d0) mod 2 + -1 == 0)>(%i1) {
          %v1 = affine.load %a3[%i0, %i1 + -2, (%i0 + 1) mod 3] : memref<?x?x?xf64>
          %v2 = arith.index_cast %i1 : index to i32
          %v3 = arith.sitofp %v2 : i32 to f64
          %v4 = arith.constant 1.562500e-02 : f64
          %v5 = arith.mulf %v3, %v4 : f64
          %v6 = arith.constant -6.250000e-01 : f64
          %v7 = arith.subf %v5, %v6 : f64
          %v8 = arith.constant 5.000000e-01 : f64
          %v9 = arith.mulf %v7, %v8 : f64
          %v10 = arith.minimumf %v1, %v9 : f64
          affine.store %v10, %a0[%i1 + -5, (%i0) * -1 + %n0 + 6] : memref<?x?xf64>
        }
        %v11 = affine.load %a2[%i0 + 1, %i1 + %i0 + 1] : memref<?x?xf64>
        %v12 = affine.load %a1[%i0, (%i0 + 1) floordiv 2 + %i1 + -5] : memref<?x?xf64>
        %v13 = affine.load %a2[%i0 + 1, %i1 + %i0 + 1] : memref<?x?xf64>
        %v14 = arith.constant 1.000000e+00 : f64
        %v15 = arith.minimumf %v13, %v14 : f64
        %v16 = arith.constant -1.000000e+00 : f64
        %v17 = arith.maximumf %v15, %v16 : f64
        %v18 = arith.minimumf %v12, %v17 : f64
        %v19 = arith.addf %v11, %v18 : f64
        affine.store %v19, %a2[%i0 + 1, %i1 + %i0 + 1] : memref<?x?xf64>
      }
      %v20 = affine.load %a2[(%i1) mod 4, (%i0 + (%i1) * -1 + 5) ceildiv 3 + %i0 + 1] : memref<?x?xf64>
      %v21 = arith.constant 6.875000e-01 : f64
      %v22 = arith.constant -6.250000e-02 : f64
      %v23 = arith.subf %v22, %s0 : f64
      %v24 = arith.constant 5.000000e-01 : f64
      %v25 = arith.mulf %v23, %v24 : f64
      %v26 = arith.subf %v21, %v25 : f64
      %v27 = arith.constant 5.000000e-01 : f64
      %v28 = arith.mulf %v26, %v27 : f64
      %v29 = arith.addf %v20, %v28 : f64
      affine.store %v29, %a2[(%i1) mod 4, (%i0 + (%i1) * -1 + 5) ceildiv 3 + %i0 + 1] : memref<?x?xf64>
    }
  }
  return
}
}
