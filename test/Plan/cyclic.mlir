// Dimensions dealt out in blocks: where partitions would share the work badly, or
// where the user asks for it. Index x is (w P + c) b + r; dimension c is cut.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/triangle.mlir --grid 4 --dump-plan --check --simulate 2>&1 | FileCheck %t/triangle.mlir
// RUN: dmm-run %t/triangle.mlir --grid 4 --opt cyclic=never --dump-plan --check --simulate 2>&1 | FileCheck %t/triangle.mlir --check-prefix=NEVER
// RUN: dmm-run %t/lu.mlir --entry lu --grid 4 --dump-plan --check --simulate 2>&1 | FileCheck %t/lu.mlir
// RUN: dmm-run %t/lu.mlir --entry lu --grid 4 --model | FileCheck %t/lu.mlir --check-prefix=MODEL
// RUN: dmm-run %t/lu.mlir --entry lu --grid 4 --opt cyclic=never --model | FileCheck %t/lu.mlir --check-prefix=BLOCK
// RUN: dmm-run %t/asked.mlir --grid 2x2 --opt cyclic=always --dump-plan --check --simulate 2>&1 | FileCheck %t/asked.mlir
// RUN: dmm-run %t/shifted.mlir --grid 4 --dump-plan --check --simulate 2>&1 | FileCheck %t/shifted.mlir
// RUN: dmm-run %t/fixed.mlir --grid 4 --opt cyclic=always --dump-plan --check --simulate 2>&1 | FileCheck %t/fixed.mlir
//
// RUN: %check_run %t/triangle.mlir --entry triangle --grids 1,3,4,8,2x2,13 --distributed 1,1
// RUN: %check_run %t/lu.mlir --entry lu --grids 1,4,2x3 --distributed 0
// RUN: %check_run %t/asked.mlir --entry asked --grids 1,3,4,8,2x2,2x3,13 --opt cyclic=always --distributed 1,1
// RUN: %check_run %t/shifted.mlir --entry shifted --grids 1,3,4,2x2 --opt cyclic=always --distributed 1,1
// RUN: %check_run %t/sizes.mlir --entry sizes --grids 1,3,4,2x2 --opt cyclic=always --distributed 1,1 --arg 0=61 --arg 1=61x17 --arg 2=63x40

//--- triangle.mlir
// CHECK: remark: dimension 0 of arg0 is dealt out over grid axis 0 in blocks of 3
// CHECK: remark: dimension 0 of arg1 is dealt out over grid axis 0 in blocks of 3
// CHECK: local2: 9x4x3x320xf64, local
// CHECK-NEXT: axis 0: dim 1 sharded
// CHECK: local3: 9x4x3x101xf64, local
// CHECK-LABEL: spmd:
// CHECK: for i0 = 0 to 9:
// CHECK-NEXT: M{{[0-9]}}: transpose arg1
// CHECK: S1
// CHECK-NEXT: for [[W:i[0-9]+]] = 0 to 9:
// CHECK-NEXT: for [[C:i[0-9]+]] = max(0, lo1) to min(4, hi1):
// CHECK-NEXT: for [[R:i[0-9]+]] = max(-[[W]] * 12 - [[C]] * 3, 0) to min(-[[W]] * 12 - [[C]] * 3 + 101, 3):
// CHECK-NEXT: for {{i[0-9]+}} = 0 to [[W]] * 12 + [[C]] * 3 + [[R]] + 1:
// CHECK: check: ok (exact)
// NEVER-NOT: dealt
// NEVER: check: ok (exact)
func.func @triangle(%c: memref<101x101xf64>, %a: memref<101x320xf64>) {
  affine.for %i = 0 to 101 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 320 {
        %0 = affine.load %a[%i, %k] : memref<101x320xf64>
        %1 = affine.load %c[%i, %j] : memref<101x101xf64>
        %2 = arith.addf %1, %0 : f64
        affine.store %2, %c[%i, %j] : memref<101x101xf64>
      }
    }
  }
  return
}

//--- lu.mlir
// Each step broadcasts the column of its pivot from the coordinate whose turn
// it is.
// CHECK: remark: dimension 1 of arg0 is dealt out over grid axis 0 in blocks of 3
// CHECK: M1: broadcast local1 over axis 0
// CHECK: check: ok (exact)
// MODEL: efficiency 0.9
// BLOCK: efficiency 0.6
func.func @lu(%a: memref<96x96xf64>) {
  affine.for %k = 0 to 96 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 96 {
      %0 = affine.load %a[%i, %k] : memref<96x96xf64>
      %1 = affine.load %a[%k, %k] : memref<96x96xf64>
      %2 = arith.divf %0, %1 : f64
      affine.store %2, %a[%i, %k] : memref<96x96xf64>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 96 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 96 {
        %3 = affine.load %a[%i, %j] : memref<96x96xf64>
        %4 = affine.load %a[%i, %k] : memref<96x96xf64>
        %5 = affine.load %a[%k, %j] : memref<96x96xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.subf %3, %6 : f64
        affine.store %7, %a[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}
func.func @lu_init(%a: memref<96x96xf64>) {
  %c99 = arith.constant 99.0 : f64
  affine.for %i = 0 to 96 {
    %0 = affine.load %a[%i, %i] : memref<96x96xf64>
    %1 = arith.addf %0, %c99 : f64
    affine.store %1, %a[%i, %i] : memref<96x96xf64>
  }
  return
}

//--- asked.mlir
// Both dimensions, of an argument and of a local array that is replaced.
// CHECK: remark: dimension 0 of arg0 is dealt out over grid axis 0 in blocks of 1
// CHECK: remark: dimension 1 of arg0 is dealt out over grid axis 1 in blocks of 1
// CHECK: remark: dimension 0 of local1 is dealt out over grid axis 0 in blocks of 1
// CHECK: check: ok (exact)
func.func @asked(%a: memref<14x15xf64>) {
  %t = memref.alloc() : memref<14x15xf64>
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 15 {
      %0 = affine.load %a[%i, %j] : memref<14x15xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %t[%i, %j] : memref<14x15xf64>
    }
  }
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 15 {
      %0 = affine.load %t[%i, %j] : memref<14x15xf64>
      %1 = affine.load %a[%i, %j] : memref<14x15xf64>
      %2 = arith.subf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<14x15xf64>
    }
  }
  memref.dealloc %t : memref<14x15xf64>
  return
}

//--- shifted.mlir
// Neighbours would lie in other partitions: not of its own accord.
// CHECK-NOT: dealt
// CHECK: check: ok (exact)
func.func @shifted(%a: memref<64xf64>, %b: memref<64x64xf64>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i - 1] : memref<64xf64>
      %1 = affine.load %b[%i, %j] : memref<64x64xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %b[%i, %j] : memref<64x64xf64>
    }
  }
  return
}

//--- fixed.mlir
// What the user cuts stays as it is.
// CHECK-NOT: dealt
// CHECK: check: ok (exact)
func.func @fixed(%c: memref<96x96xf64> {dmm.split = [0, -1]}) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<96x96xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %c[%i, %j] : memref<96x96xf64>
    }
  }
  return
}

//--- sizes.mlir
func.func @sizes(%n: i32, %a: memref<?x17xf64>, %c: memref<?x40xf64>) {
  %rows = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to 17 {
      %0 = affine.load %a[%i, %j] : memref<?x17xf64>
      %1 = affine.load %c[%i, %j * 2] : memref<?x40xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %c[%i, %j * 2] : memref<?x40xf64>
    }
  }
  return
}
