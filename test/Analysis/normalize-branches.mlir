// Branches become affine.if without results and without an else-branch, of which
// at most one runs.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry else --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry nested --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry carried --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry scf_cond --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry consts --grids 1,3,2x2 --distributed 0 --anywhere

#odd = affine_set<(d0) : (d0 mod 2 - 1 == 0)>
#tri = affine_set<(d0, d1) : (d0 - d1 >= 0)>
#two = affine_set<(d0, d1) : (d0 - d1 == 0, d0 - 4 >= 0)>

// An equality fails on either side.
// CHECK-DAG: #[[EQ:.*]] = affine_set<(d0, d1) : (d0 - d1 == 0, d0 - 4 >= 0)>
// CHECK-DAG: #[[LT:.*]] = affine_set<(d0, d1) : (-d0 + d1 - 1 >= 0)>
// CHECK-DAG: #[[GT:.*]] = affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>
// CHECK-DAG: #[[LOW:.*]] = affine_set<(d0, d1) : (d0 - d1 == 0, -d0 + 3 >= 0)>
// CHECK-LABEL: func.func @else(
// CHECK: affine.if #[[EQ]]
// CHECK-NOT: addf
// CHECK: affine.if #[[LT]]
// CHECK: addf
// CHECK: affine.if #[[GT]]
// CHECK: addf
// CHECK: affine.if #[[LOW]]
// CHECK: addf
// CHECK-NOT: else
func.func @else(%a: memref<9x9xf64>, %b: memref<9x9xf64>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %v = affine.load %a[%i, %j] : memref<9x9xf64>
      affine.if #two(%i, %j) {
        affine.store %v, %b[%j, %i] : memref<9x9xf64>
      } else {
        %w = arith.addf %v, %v : f64
        affine.store %w, %b[%j, %i] : memref<9x9xf64>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @nested(
// CHECK-NOT: else {
func.func @nested(%a: memref<9x9xf64>, %b: memref<9x9xf64>) {
  %z = arith.constant 0.25 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %r:2 = affine.if #tri(%i, %j) -> (f64, f64) {
        %v = affine.load %a[%i, %j] : memref<9x9xf64>
        %t = affine.if #odd(%j) -> f64 { affine.yield %v : f64 } else { affine.yield %z : f64 }
        affine.yield %t, %v : f64, f64
      } else {
        %v = affine.load %b[%i, %j] : memref<9x9xf64>
        affine.if #odd(%i) { affine.store %z, %a[%i, %j] : memref<9x9xf64> }
        affine.yield %z, %v : f64, f64
      }
      %s = arith.addf %r#0, %r#1 : f64
      affine.store %s, %b[%i, %j] : memref<9x9xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @carried(
// CHECK: affine.for
// CHECK-NEXT: %[[X:.*]] = affine.load %[[CARRIED:.*]][]
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %[[RESULT:.*]][]
// CHECK: affine.if
// CHECK-NEXT: affine.store %[[X]], %[[RESULT]][]
// CHECK: %[[N:.*]] = affine.load %[[RESULT]][]
// CHECK: affine.store %[[N]], %[[CARRIED]][]
func.func @carried(%a: memref<9xf64>, %b: memref<9xf64>) {
  %z = arith.constant 0.25 : f64
  %r = affine.for %i = 0 to 9 iter_args(%x = %z) -> f64 {
    %n = affine.if #odd(%i) -> f64 {
      %v = affine.load %a[%i] : memref<9xf64>
      %m = arith.mulf %v, %x : f64
      affine.yield %m : f64
    } else {
      affine.yield %x : f64
    }
    affine.store %n, %b[%i] : memref<9xf64>
    affine.yield %n : f64
  }
  affine.store %r, %b[0] : memref<9xf64>
  return
}

// Comparisons joined by and, or and not.
// CHECK-LABEL: func.func @scf_cond(
// CHECK-NOT: scf.
func.func @scf_cond(%a: memref<9x9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant 0.25 : f64
  %true = arith.constant true
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      %p = arith.cmpi slt, %i, %j : index
      %q = arith.cmpi eq, %j, %c4 : index
      %m = arith.remui %i, %c2 : index
      %o = arith.cmpi ne, %m, %c0 : index
      %pq = arith.ori %p, %q : i1
      %no = arith.xori %o, %true : i1
      %all = arith.andi %pq, %no : i1
      %x = scf.if %all -> f64 {
        %v = memref.load %a[%i, %j] : memref<9x9xf64>
        scf.yield %v : f64
      } else {
        scf.if %q { memref.store %z, %a[%j, %i] : memref<9x9xf64> }
        scf.yield %z : f64
      }
      %y = arith.addf %x, %x : f64
      %u = arith.cmpi ule, %j, %i : index
      scf.if %u { memref.store %y, %a[%i, %j] : memref<9x9xf64> } else { memref.store %x, %a[%i, %j] : memref<9x9xf64> }
    }
  }
  return
}

// CHECK-LABEL: func.func @consts(
// CHECK: affine.for
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @consts(%a: memref<9xf64>) {
  %t = arith.constant true
  %f = arith.constant false
  %z = arith.constant 0.25 : f64
  affine.for %i = 0 to 9 {
    scf.if %t { affine.store %z, %a[%i] : memref<9xf64> }
    scf.if %f { affine.store %z, %a[0] : memref<9xf64> } else { scf.if %f {affine.store %z, %a[1] : memref<9xf64>} }
  }
  return
}
