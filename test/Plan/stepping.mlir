// What a message brings, strip by strip: where all of it would take more than
// a partition may hold, or where the user asks for it.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/syrk.mlir --grid 8 --opt memory-words=8448 --dump-plan --check --simulate 2>&1 | FileCheck %t/syrk.mlir
// RUN: dmm-run %t/cells.mlir --grid 13 --opt memory-words=5800 --dump-plan --check --simulate 2>&1 | FileCheck %t/cells.mlir
// RUN: dmm-run %t/uncovered.mlir --grid 8 --opt memory-words=7655 --dump-plan --check --simulate 2>&1 | FileCheck %t/uncovered.mlir
// RUN: dmm-run %t/backward.mlir --grid 8 --opt memory-words=4530 --dump-plan --check --simulate 2>&1 | FileCheck %t/backward.mlir
// RUN: dmm-run %t/terms.mlir --grid 8 --opt memory-words=3720 --dump-plan --check --simulate 2>&1 | FileCheck %t/terms.mlir
// RUN: dmm-run %t/sizes.mlir --grid 8 --opt memory-words=1000 --dump-plan --check --simulate --arg 0=70 --arg 1=40 --arg 2=70x40 --arg 3=75x40 2>&1 | FileCheck %t/sizes.mlir
// RUN: dmm-run %t/asked.mlir --grid 8 --strict-fp --dump-plan --check --simulate 2>&1 | FileCheck %t/asked.mlir
// RUN: %check_run %t/syrk.mlir --entry syrk --opt memory-words=1500 --grids 1,3,8,13,2x3,4x4 --distributed 1,1
// RUN: %check_run %t/cells.mlir --entry cells --opt memory-words=1500 --grids 1,3,8,13,2x3,4x4 --distributed 1,1
// RUN: %check_run %t/uncovered.mlir --entry uncovered --opt memory-words=1500 --grids 1,3,8,13,2x3,4x4 --distributed 1,1
// RUN: %check_run %t/backward.mlir --entry backward --opt memory-words=1500 --grids 1,3,8,13,2x3,4x4 --distributed 1,1
// RUN: %check_run %t/terms.mlir --entry terms --opt memory-words=1500 --grids 1,3,8,13,2x3,4x4 --distributed 1,1
// RUN: %check_run %t/sizes.mlir --entry sizes --opt memory-words=1500 --grids 1,3,8,13,2x3,4x4 --distributed 1,1 --arg 0=70 --arg 1=40 --arg 2=70x40 --arg 3=75x40
// RUN: %check_run %t/asked.mlir --entry asked --grids 1,3,8,13,2x3,4x4 --distributed 1,1

//--- syrk.mlir
// CHECK: remark: loop takes arg1 in strips of 10 along dimension 1: as a whole
// CHECK: B{{[0-9]}}: receives arg1, 96x10xf64, 960 words
// CHECK: i2: whole, it goes from strip to strip
// CHECK-LABEL: spmd:
// CHECK: for i0 = max(0, lo0) to min(96, hi0):
// CHECK-NEXT: for i1 = 0 to 96:
// CHECK-NEXT: S0
// CHECK-NEXT: for i2 = 0 to 80 step 10:
// CHECK-NEXT: M0: gather arg1 over axis 0, into
// CHECK-NEXT: for i3 = max(0, lo0) to min(96, hi0):
// CHECK-NEXT: for i4 = max(0, i2) to min(80, i2 + 10):
// CHECK-NEXT: for i5 = 0 to 96:
// CHECK-NEXT: S1
// CHECK: check: ok (exact)
func.func @syrk(%c: memref<96x96xf64>, %a: memref<96x80xf64>) {
  %half = arith.constant 5.000000e-01 : f64
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 96 {
      %0 = affine.load %c[%i, %j] : memref<96x96xf64>
      %1 = arith.mulf %0, %half : f64
      affine.store %1, %c[%i, %j] : memref<96x96xf64>
    }
    affine.for %k = 0 to 80 {
      affine.for %j = 0 to 96 {
        %0 = affine.load %a[%i, %k] : memref<96x80xf64>
        %1 = affine.load %a[%j, %k] : memref<96x80xf64>
        %2 = affine.load %c[%i, %j] : memref<96x96xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}

//--- cells.mlir
// The sum lives within one index of the stripped loop, and both subscripts are
// reversed: strips run from the end of the array.
// CHECK: remark: loop takes arg2 in strips of 6 along dimension 0
// CHECK-LABEL: spmd:
// CHECK: for i0 = 0 to 70 step 6:
// CHECK-NEXT: M0: transpose arg2 over axis 0
// CHECK-NEXT: for i1 = max(0, lo0) to min(90, hi0):
// CHECK-NEXT: for i2 = max(0, i0) to min(70, i0 + 6):
// CHECK: check: ok (exact)
func.func @cells(%c: memref<90x70xf64>, %b: memref<90x80xf64>, %a: memref<70x80xf64>) {
  %zero = arith.constant 0.000000e+00 : f64
  affine.for %i = 0 to 90 {
    affine.for %j = 0 to 70 {
      %sum = affine.for %k = 0 to 80 iter_args(%s = %zero) -> (f64) {
        %0 = affine.load %b[%i, %k] : memref<90x80xf64>
        %1 = affine.load %a[-%j + 69, -%k + 79] : memref<70x80xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %s, %2 : f64
        affine.yield %3 : f64
      }
      affine.store %sum, %c[%i, %j] : memref<90x70xf64>
    }
  }
  return
}

//--- uncovered.mlir
// The loop has indices for which nothing is read: they are in no strip.
// CHECK: remark: a partition holds about 8348 words, more than the 7655 that it should: no loop was found
// CHECK-NOT: {{ step [0-9]}}
// CHECK: check: ok (exact)
func.func @uncovered(%c: memref<90x99xf64>, %b: memref<40x160xf64>) {
  %half = arith.constant 5.000000e-01 : f64
  affine.for %i = 0 to 90 {
    affine.for %k = 0 to 99 {
      affine.if affine_set<(d0) : (-d0 + 39 >= 0)>(%k) {
        affine.for %j = 0 to 80 {
          %0 = affine.load %b[%k, %j * 2] : memref<40x160xf64>
          %1 = affine.load %c[%i, %k] : memref<90x99xf64>
          %2 = arith.addf %0, %1 : f64
          affine.store %2, %c[%i, %k] : memref<90x99xf64>
        }
      }
      %3 = affine.load %c[%i, %k] : memref<90x99xf64>
      %4 = arith.mulf %3, %half : f64
      affine.store %4, %c[%i, %k] : memref<90x99xf64>
    }
  }
  return
}

//--- backward.mlir
// Strips around the loop over t would read what later strips are to write.
// CHECK-NOT: {{ step [0-9]}}
// CHECK: check: ok (exact)
func.func @backward(%a: memref<60x61xf64> {dmm.split = [0, -1]}, %b: memref<60x90xf64>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 60 {
      affine.for %j = 0 to 60 {
        affine.for %k = 0 to 45 {
          %0 = affine.load %a[%i, %j + 1] : memref<60x61xf64>
          %1 = affine.load %b[%j, %k * 2] : memref<60x90xf64>
          %2 = arith.mulf %0, %1 : f64
          affine.store %2, %a[%i, %j] : memref<60x61xf64>
        }
      }
    }
  }
  return
}

//--- terms.mlir
// Partial sums of all of arg1 would need as much: it is its owners that sum.
// CHECK: remark: loop takes arg0 in strips of 8 along dimension 1
// CHECK-NOT: reduce
// CHECK: check: ok (exact)
func.func @terms(%data: memref<64x60xf64>, %c: memref<60x60xf64>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 60 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %data[%k, %i] : memref<64x60xf64>
        %1 = affine.load %data[%k, %j] : memref<64x60xf64>
        %2 = affine.load %c[%i, %j] : memref<60x60xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<60x60xf64>
      }
    }
  }
  return
}

//--- sizes.mlir
// CHECK: remark: loop takes arg3 in strips of 5 along dimension 1
// CHECK: for i0 = 0 to 40 step 5:
// CHECK-NEXT: M0: transpose arg3 over axis 0
// CHECK: check: ok (exact)
func.func @sizes(%n: i32, %m: i32, %c: memref<?x40xf64>, %a: memref<?x40xf64>) {
  %rows = arith.index_cast %n : i32 to index
  %columns = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to %columns {
      affine.for %k = 0 to %rows {
        %0 = affine.load %a[%k, %j] : memref<?x40xf64>
        %1 = affine.load %c[%i, %j] : memref<?x40xf64>
        %2 = arith.addf %1, %0 : f64
        affine.store %2, %c[%i, %j] : memref<?x40xf64>
      }
    }
  }
  return
}

//--- asked.mlir
// CHECK: for i0 = 0 to 24 step 6:
// CHECK-NEXT: M0: gather arg1 over axis 0
// CHECK: check: ok (exact)
func.func @asked(%c: memref<24x24xf64>, %a: memref<24x24xf64>) {
  affine.for %q = 0 to 24 step 6 {
    affine.for %i = 0 to 24 {
      affine.for %k = affine_map<(d0) -> (d0)>(%q) to affine_map<(d0) -> (d0 + 6)>(%q) {
        affine.for %j = 0 to 24 {
          %0 = affine.load %a[%k, %j] : memref<24x24xf64>
          %1 = affine.load %c[%i, %j] : memref<24x24xf64>
          %2 = arith.addf %1, %0 : f64
          affine.store %2, %c[%i, %j] : memref<24x24xf64>
        }
      }
    }
  } {dmm.step}
  return
}
