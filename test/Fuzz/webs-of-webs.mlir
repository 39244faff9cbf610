// Arrays are split into webs once: planned again, the parts would be split on,
// as their webs no longer share an array, and the plan would be another one.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 1, 2>} {
func.func @f(%a0: memref<5xf32>, %a2: memref<0xf32>, %s1: f32) {
  %a1 = memref.alloc() : memref<11x10xf32>
  affine.for %z0 = 0 to 11 {
    affine.for %z1 = 0 to 10 {
      %v1 = arith.index_cast %z1 : index to i32
      %v2 = arith.sitofp %v1 : i32 to f32
      %v3 = arith.constant 1.562500e-02 : f32
      %v4 = arith.mulf %v2, %v3 : f32
      affine.store %v4, %a1[%z0, %z1] : memref<11x10xf32>
    }
  }
  affine.for %i0 = 2 to 8 {
    affine.for %i1 = 0 to affine_map<(d0) -> (d0 + 1)>(%i0) {
      %v5 = affine.load %a1[%i0 + 3, (%i0) floordiv 3 + 3] : memref<11x10xf32>
      %v6 = arith.constant 0.000000e+00 : f32
      %v7 = affine.load %a1[%i1, 4] : memref<11x10xf32>
      %v8 = arith.constant 1.000000e+00 : f32
      %v9 = arith.minimumf %v7, %v8 : f32
      %v10 = arith.constant -1.000000e+00 : f32
      %v11 = arith.maximumf %v9, %v10 : f32
      %v12 = arith.subf %v6, %v11 : f32
      %v13 = arith.constant 5.000000e-01 : f32
      %v14 = arith.mulf %v12, %v13 : f32
      %v15 = arith.constant -2.500000e-01 : f32
      %v16 = arith.subf %s1, %v15 : f32
      %v17 = arith.constant 5.000000e-01 : f32
      %v18 = arith.mulf %v16, %v17 : f32
      %v19 = arith.addf %v14, %v18 : f32
      %v20 = arith.constant 5.000000e-01 : f32
      %v21 = arith.mulf %v19, %v20 : f32
      %v22 = arith.addf %v5, %v21 : f32
      affine.store %v22, %a1[%i0 + 3, (%i0) floordiv 3 + 3] : memref<11x10xf32>
    }
  }
  affine.for %q0 = 0 to 1 {
    affine.for %q1 = 0 to 1 {
      affine.for %q2 = 0 to affine_map<(d0) -> (d0)>(%q1) {
        %v23 = affine.load %a1[%q1 + 2, %q0 + 2] : memref<11x10xf32>
        %v24 = arith.constant 1.000000e+00 : f32
        %v25 = arith.minimumf %v23, %v24 : f32
        %v26 = arith.constant -1.000000e+00 : f32
        %v27 = arith.maximumf %v25, %v26 : f32
        %v28 = affine.load %a1[%q2 + 2, %q1 + 3] : memref<11x10xf32>
        %v29 = arith.constant 1.000000e+00 : f32
        %v30 = arith.minimumf %v28, %v29 : f32
        %v31 = arith.constant -1.000000e+00 : f32
        %v32 = arith.maximumf %v30, %v31 : f32
        %v33 = arith.mulf %v27, %v32 : f32
        %v34 = affine.load %a1[%q1 + 2, %q0 + 2] : memref<11x10xf32>
        %v35 = arith.constant 1.000000e+00 : f32
        %v36 = arith.minimumf %v34, %v35 : f32
        %v37 = arith.constant -1.000000e+00 : f32
        %v38 = arith.maximumf %v36, %v37 : f32
        %v39 = affine.load %a1[%q2 + 2, %q1 + 3] : memref<11x10xf32>
        %v40 = arith.constant 1.000000e+00 : f32
        %v41 = arith.minimumf %v39, %v40 : f32
        %v42 = arith.constant -1.000000e+00 : f32
        %v43 = arith.maximumf %v41, %v42 : f32
        %v44 = arith.mulf %v38, %v43 : f32
        %v45 = arith.negf %v44 : f32
        %v46 = arith.maximumf %v33, %v45 : f32
        %v47 = affine.load %a2[%q1] : memref<0xf32>
        %v48 = arith.minimumf %v46, %v47 : f32
        affine.store %v48, %a2[%q1] : memref<0xf32>
        %v49 = affine.load %a2[%q1] : memref<0xf32>
        %v50 = arith.constant 1.000000e+00 : f32
        %v51 = arith.minimumf %v49, %v50 : f32
        %v52 = arith.constant -1.000000e+00 : f32
        %v53 = arith.maximumf %v51, %v52 : f32
        affine.store %v53, %a1[%q1 + 1, 3] : memref<11x10xf32>
      }
    }
  }
  affine.for %i6 = max affine_map<() -> (1, 1)>() to 2 {
    %v54 = affine.load %a1[(%i6 + 1) * -1 + 6, (%i6) * 3 + 5] : memref<11x10xf32>
    %v55 = affine.load %a0[(%i6 + -3) * -1 + 2] : memref<5xf32>
    %v56 = affine.load %a0[(%i6 + 1) * -1 + 2] : memref<5xf32>
    %v57 = arith.subf %v55, %v56 : f32
    %v58 = arith.constant 5.000000e-01 : f32
    %v59 = arith.mulf %v57, %v58 : f32
    %v60 = arith.addf %v54, %v59 : f32
    affine.store %v60, %a1[(%i6 + 1) * -1 + 6, (%i6) * 3 + 5] : memref<11x10xf32>
  }
  memref.dealloc %a1 : memref<11x10xf32>
  return
}
}
