// A temporary whose reader has no iteration at all, with a subscript that would
// be outside of the array.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)
module attributes {dmm.grid = array<i64: 2, 2>} {
func.func @f(%a2: memref<1xi32>) {
  %a1 = memref.alloc() : memref<i32>
  %v1 = affine.load %a2[(1) * 3 + -3] : memref<1xi32>
  %v2 = arith.xori %v1, %v1 : i32
  %v3 = arith.addi %v2, %v1 : i32
  affine.store %v3, %a1[] : memref<i32>
  affine.for %i3 = 0 to 5 {
    affine.for %i4 = affine_map<() -> ((1) * -1 + 6)>() to 2 {
      %v4 = affine.load %a1[] : memref<i32>
      %v5 = affine.load %a1[] : memref<i32>
      %v6 = arith.addi %v4, %v5 : i32
      affine.store %v6, %a2[(1) * -1 + 6 + ((1) * -1 + 6) * -1 + -3] : memref<1xi32>
    }
  }
  return
}
}
