// A cell from which an inner index cancels out: its owner is not told by it.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)
module attributes {dmm.grid = array<i64: 2>} {
func.func @f(%a0: memref<3xf32>, %a1: memref<9x2xf64>) {
  func.call @g(%a0, %a1) : (memref<3xf32>, memref<9x2xf64>) -> ()
  return
}
func.func private @g(%a0: memref<3xf32>, %a1: memref<9x2xf64>) {
  %v1 = arith.constant 0 : index
  %v2 = arith.constant 2 : index
  %v3 = arith.constant 1 : index
  scf.for %i0 = %v1 to %v2 step %v3 {
    %v4 = arith.constant -3 : index
    %v5 = arith.addi %i0, %v4 : index
    %v6 = arith.constant 2 : index
    %v7 = arith.constant 2 : index
    scf.for %i1 = %v5 to %v6 step %v7 {
      %v8 = arith.constant 3 : index
      %v9 = arith.addi %i1, %v8 : index
      %v10 = memref.load %a1[%v9, %i0] : memref<9x2xf64>
      %v11 = arith.truncf %v10 : f64 to f32
      %v12 = arith.constant 3 : index
      %v13 = arith.addi %i1, %v12 : index
      %v14 = memref.load %a1[%v13, %i0] : memref<9x2xf64>
      %v15 = arith.truncf %v14 : f64 to f32
      %v16 = arith.subf %v11, %v15 : f32
      %v17 = arith.constant 5.000000e-01 : f32
      %v18 = arith.mulf %v16, %v17 : f32
      memref.store %v18, %a0[%i0] : memref<3xf32>
    }
    %v19 = arith.constant 0 : index
    %v20 = arith.constant 1 : index
    %v21 = arith.maxsi %v19, %v20 : index
    %v22 = arith.constant 2 : index
    %v23 = arith.constant 1 : index
    scf.for %i3 = %v21 to %v22 step %v23 {
      %v24 = arith.addi %i0, %i3 : index
      %v25 = memref.load %a0[%v24] : memref<3xf32>
      %v26 = arith.constant 4 : index
      %v27 = arith.muli %i3, %v26 : index
      %v28 = arith.constant 3 : index
      %v29 = arith.addi %v27, %v28 : index
      %v30 = memref.load %a1[%v29, %i3] : memref<9x2xf64>
      %v31 = arith.truncf %v30 : f64 to f32
      %v32 = arith.subf %v25, %v31 : f32
      %v33 = arith.constant 5.000000e-01 : f32
      %v34 = arith.mulf %v32, %v33 : f32
      %v35 = arith.addi %i0, %i3 : index
      %v36 = memref.load %a0[%v35] : memref<3xf32>
      %v37 = arith.constant 4 : index
      %v38 = arith.muli %i3, %v37 : index
      %v39 = arith.addi %v38, %i0 : index
      %v40 = arith.constant 1 : index
      %v41 = arith.addi %v39, %v40 : index
      %v42 = arith.constant 2 : index
      %v43 = arith.floordivsi %v41, %v42 : index
      %v44 = arith.muli %v43, %v42 : index
      %v45 = arith.subi %v41, %v44 : index
      %v46 = memref.load %a0[%v45] : memref<3xf32>
      %v47 = arith.addf %v36, %v46 : f32
      %v48 = arith.constant 5.000000e-01 : f32
      %v49 = arith.mulf %v47, %v48 : f32
      %v50 = arith.subf %v34, %v49 : f32
      %v51 = arith.constant 5.000000e-01 : f32
      %v52 = arith.mulf %v50, %v51 : f32
      %v53 = arith.addi %i0, %i3 : index
      memref.store %v52, %a0[%v53] : memref<3xf32>
    }
  }
  return
}
}
