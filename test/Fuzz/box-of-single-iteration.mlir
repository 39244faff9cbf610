// A loop of one iteration, which its step tells and not its bounds: both plans
// have the same box for what it reads.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
module attributes {dmm.grid = array<i64: 2, 2>} {
func.func @f(%a1: memref<f64>, %a2: memref<6xf64> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 7 : i64, numerator = -1 : i64, offset = 5 : i64}, {pin = 0 : i64}]>}) {
  %a0 = memref.alloc() : memref<3x6xf64>
  affine.for %z0 = 0 to 3 {
    affine.for %z1 = 0 to 6 {
      %v1 = arith.index_cast %z1 : index to i32
      %v2 = arith.sitofp %v1 : i32 to f64
      %v3 = arith.constant 1.562500e-02 : f64
      %v4 = arith.mulf %v2, %v3 : f64
      affine.store %v4, %a0[%z0, %z1] : memref<3x6xf64>
    }
  }
  %v5 = affine.load %a2[5] : memref<6xf64>
  %v6 = arith.constant 1.000000e+00 : f64
  %v7 = arith.minimumf %v5, %v6 : f64
  %v8 = arith.constant -1.000000e+00 : f64
  %v9 = arith.maximumf %v7, %v8 : f64
  %r2 = affine.for %i1 = 0 to 2 iter_args(%c_r2 = %v9) -> (f64) {
    %v10 = affine.load %a1[] : memref<f64>
    %v11 = arith.constant 1.000000e+00 : f64
    %v12 = arith.minimumf %v10, %v11 : f64
    %v13 = arith.constant -1.000000e+00 : f64
    %v14 = arith.maximumf %v12, %v13 : f64
    %v15 = affine.load %a2[%i1] : memref<6xf64>
    %v16 = arith.constant 1.000000e+00 : f64
    %v17 = arith.minimumf %v15, %v16 : f64
    %v18 = arith.constant -1.000000e+00 : f64
    %v19 = arith.maximumf %v17, %v18 : f64
    %v20 = arith.addf %v14, %v19 : f64
    %v21 = arith.constant 5.000000e-01 : f64
    %v22 = arith.mulf %v20, %v21 : f64
    %v23 = arith.addf %c_r2, %v22 : f64
    affine.yield %v23 : f64
  }
  affine.for %i2 = 0 to 2 step 5 {
    affine.for %i3 = 0 to 2 step 2 {
      affine.if affine_set<(d0, d1) : ((d0) * -1 + (d1) * -1 + 1 >= 0)>(%i2, %i3) {
        %v24 = affine.load %a0[%i2 + 1, (%i3) * 3] : memref<3x6xf64>
        %v25 = arith.constant 6.250000e-02 : f64
        %v26 = arith.constant 1.000000e+00 : f64
        %v27 = arith.minimumf %v25, %v26 : f64
        %v28 = arith.constant -1.000000e+00 : f64
        %v29 = arith.maximumf %v27, %v28 : f64
        %v30 = affine.load %a0[2, 5] : memref<3x6xf64>
        %v31 = arith.constant 1.000000e+00 : f64
        %v32 = arith.minimumf %v30, %v31 : f64
        %v33 = arith.constant -1.000000e+00 : f64
        %v34 = arith.maximumf %v32, %v33 : f64
        %v35 = arith.mulf %v29, %v34 : f64
        %v36 = affine.load %a1[] : memref<f64>
        %v37 = arith.constant 1.000000e+00 : f64
        %v38 = arith.minimumf %v36, %v37 : f64
        %v39 = arith.constant -1.000000e+00 : f64
        %v40 = arith.maximumf %v38, %v39 : f64
        %v41 = arith.subf %v35, %v40 : f64
        %v42 = arith.constant 5.000000e-01 : f64
        %v43 = arith.mulf %v41, %v42 : f64
        %v44 = arith.addf %v24, %v43 : f64
        affine.store %v44, %a0[%i2 + 1, (%i3) * 3] : memref<3x6xf64>
      }
    }
  }
  memref.dealloc %a0 : memref<3x6xf64>
  return
}
}
