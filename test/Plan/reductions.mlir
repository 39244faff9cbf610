// Sums whose terms lie in several partitions: each coordinate combines its own,
// and one message combines the results.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/dot.mlir --grid 4 --dump-plan --check --simulate 2>&1 | FileCheck %t/dot.mlir
// RUN: dmm-run %t/dot.mlir --grid 4 --opt strict-fp=true --dump-plan --check --simulate 2>&1 | FileCheck %t/dot.mlir --check-prefix=STRICT
// RUN: dmm-run %t/columns.mlir --grid 4 --dump-plan --check --simulate 2>&1 | FileCheck %t/columns.mlir
// RUN: dmm-run %t/everywhere.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/everywhere.mlir
// RUN: dmm-run %t/both-axes.mlir --grid 2x3 --dump-plan --check --simulate 2>&1 | FileCheck %t/both-axes.mlir
// RUN: dmm-run %t/rows.mlir --grid 2x2 --dump-plan --check --simulate 2>&1 | FileCheck %t/rows.mlir
// RUN: dmm-run %t/owner.mlir --grid 4 --dump-plan --check --simulate 2>&1 | FileCheck %t/owner.mlir
// RUN: dmm-run %t/two-terms.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/two-terms.mlir
// RUN: dmm-run %t/temporary.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/temporary.mlir
// RUN: dmm-run %t/largest.mlir --grid 3 --opt strict-fp=true --dump-plan --check --simulate 2>&1 | FileCheck %t/largest.mlir
// RUN: dmm-run %t/select.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/select.mlir
// RUN: dmm-run %t/unordered.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/prefix.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/own-array.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/twice.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/lu.mlir --grid 2x2 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/trisolve.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/floyd.mlir --grid 2x2 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt
// RUN: dmm-run %t/few.mlir --grid 8 --dump-plan --check --simulate 2>&1 | FileCheck %t/none.txt

//--- none.txt
CHECK-NOT: partial
CHECK: check: ok (exact)

//--- dot.mlir
// The owner of the sum adds the total to what it has.
// CHECK: remark: the reduction is reassociated over grid axis 0
// CHECK: partial0: f64, local, written, partial add of arg2 along axis 0
// CHECK: spmd:
// CHECK: for i0 = max(0, lo0) to min(37, hi0):
// CHECK-NEXT: S1
// CHECK-NEXT: reduce partial0 over axis 0, kind add, root 0
// CHECK-NEXT: if
// CHECK-NEXT: S2
// CHECK-NOT: transpose
// CHECK: check: ok
// STRICT-NOT: partial
// STRICT: check: ok (exact)
func.func @dot(%x: memref<37xf64>, %y: memref<37xf64>, %r: memref<f64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %r[] : memref<f64>
    %1 = affine.load %x[%i] : memref<37xf64>
    %2 = affine.load %y[%i] : memref<37xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %r[] : memref<f64>
  }
  return
}

//--- columns.mlir
// The rows of the result are cut: each coordinate gets its own. They start at
// zero within the loop, before any term.
// CHECK: partial0: 17xf64, local, written, partial add of arg2 along axis 0
// CHECK-NEXT: axis 0: replicated
// CHECK: read partial0[i3] from M0
// CHECK: M0: reduce partial0 over axis 0, kind add, into B
// CHECK: dim 0: [lo1, hi1), from lo1
// CHECK: spmd:
// CHECK: for i0 = 0 to 17:
// CHECK: for i1 = max(0, lo0) to min(11, hi0):
// CHECK: {{^  M0: reduce}}
// CHECK-NEXT: for i3 = max(0, lo1) to min(17, hi1):
// CHECK: check: ok
func.func @columns(%a: memref<17x11xf64> {dmm.split = [-1, 0]},
                   %x: memref<11xf64>, %y: memref<17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    affine.store %zero, %y[%i] : memref<17xf64>
    affine.for %j = 0 to 11 {
      %0 = affine.load %y[%i] : memref<17xf64>
      %1 = affine.load %a[%i, %j] : memref<17x11xf64>
      %2 = affine.load %x[%j] : memref<11xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %y[%i] : memref<17xf64>
    }
  }
  return
}

//--- everywhere.mlir
// All coordinates read the result, and each can compute it from the total: the
// sum has a copy on each, and no broadcast is left.
// CHECK: arg1: f64, argument 1
// CHECK-NEXT: axis 0: replicated
// CHECK: spmd:
// CHECK: all_reduce partial0 over axis 0, kind add
// CHECK-NOT: broadcast
// CHECK: check: ok
func.func @everywhere(%x: memref<37xf64>, %r: memref<f64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %r[] : memref<f64>
    %1 = affine.load %x[%i] : memref<37xf64>
    %2 = arith.mulf %1, %1 : f64
    %3 = arith.addf %0, %2 : f64
    affine.store %3, %r[] : memref<f64>
  }
  %4 = affine.load %r[] : memref<f64>
  %5 = math.sqrt %4 : f64
  affine.store %5, %r[] : memref<f64>
  affine.for %i = 0 to 37 {
    %6 = affine.load %x[%i] : memref<37xf64>
    %7 = affine.load %r[] : memref<f64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %x[%i] : memref<37xf64>
  }
  return
}

//--- both-axes.mlir
// One message over both axes.
// CHECK: partial add of arg1 along axes 0, 1
// CHECK: spmd:
// CHECK: reduce partial0 over axes 0, 1, kind add, root 0
// CHECK-NOT: reduce partial
// CHECK: check: ok (exact)
func.func @both(%x: memref<9x7xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %s[] : memref<i32>
      %1 = affine.load %x[%i, %j] : memref<9x7xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %s[] : memref<i32>
    }
  }
  return
}

//--- rows.mlir
// Along axis 0 each row is where its sum is; along axis 1 its terms are cut. The
// loop over the rows stays distributed.
// CHECK: local2: i32, local
// CHECK-NEXT: axis 0: replicated
// CHECK-NEXT: axis 1: replicated
// CHECK: partial0: i32, local, written, partial maxsi of local2 along axis 1
// CHECK: spmd:
// CHECK: for i0 = max(0, lo0) to min(9, hi0):
// CHECK: for i1 = max(0, lo1) to min(7, hi1):
// CHECK: {{^    M[0-9]+: all_reduce partial0 over axis 1, kind maxsi}}
// CHECK: check: ok (exact)
func.func @rows(%x: memref<9x7xi32>, %y: memref<9x7xi32>) {
  %least = arith.constant -100 : i32
  %s = memref.alloca() : memref<i32>
  affine.for %i = 0 to 9 {
    affine.store %least, %s[] : memref<i32>
    affine.for %j = 0 to 7 {
      %0 = affine.load %s[] : memref<i32>
      %1 = affine.load %x[%i, %j] : memref<9x7xi32>
      %2 = arith.maxsi %0, %1 : i32
      affine.store %2, %s[] : memref<i32>
    }
    affine.for %j = 0 to 7 {
      %3 = affine.load %x[%i, %j] : memref<9x7xi32>
      %4 = affine.load %s[] : memref<i32>
      %5 = arith.subi %3, %4 : i32
      affine.store %5, %y[%i, %j] : memref<9x7xi32>
    }
  }
  return
}

//--- owner.mlir
// Each sum goes to the owner of its element. The last one has no terms and no
// element either: nothing is combined there.
// CHECK: M{{[0-9]+}}: reduce partial0 over axis 0, kind add
// CHECK: to the owner of cell i0 + 1 of T1 on axis 0
// CHECK: spmd:
// CHECK: for i1 = max(i0 * 250, lo0) to min(3000, hi0):
// CHECK-NEXT: S1
// CHECK-NEXT: if -(i0 + 1) + 12 >= 0:
// CHECK-NEXT: {{M[0-9]+}}: reduce partial0 over axis 0, kind add
// CHECK: check: ok (exact)
#inner = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @owner(%a: memref<13x3000xi64> {dmm.split = [-1, 0]},
                 %y: memref<13xi64>) {
  affine.for %k = 0 to 13 {
    affine.for %j = affine_map<(d0) -> (d0 * 250)>(%k) to 3000 {
      %0 = affine.load %y[%k + 1] : memref<13xi64>
      %1 = affine.load %a[%k, %j] : memref<13x3000xi64>
      %2 = arith.subi %0, %1 : i64
      affine.store %2, %y[%k + 1] : memref<13xi64>
    }
    affine.if #inner(%k) {
      %3 = affine.load %y[%k - 1] : memref<13xi64>
      affine.store %3, %y[%k] : memref<13xi64>
    }
  }
  return
}

//--- two-terms.mlir
// Two statements add to one array. The second has its terms on coordinate 0,
// where they count once.
// CHECK: partial0: 8xi32, local, written, partial add of arg1 along axis 0
// CHECK: read partial0[i1]
// CHECK: read partial0[-i1 + 7]
// CHECK: spmd:
// CHECK: reduce partial0 over axis 0, kind add
// CHECK-NOT: reduce partial
// CHECK: check: ok (exact)
func.func @two(%x: memref<300x8xi32>, %h: memref<8xi32>, %w: memref<1xi32>) {
  affine.for %i = 0 to 300 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %h[%j] : memref<8xi32>
      %1 = affine.load %x[%i, %j] : memref<300x8xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %h[%j] : memref<8xi32>
      %3 = affine.load %h[7 - %j] : memref<8xi32>
      %4 = affine.load %w[0] : memref<1xi32>
      %5 = arith.addi %3, %4 : i32
      affine.store %5, %h[7 - %j] : memref<8xi32>
    }
  }
  return
}

//--- temporary.mlir
// A term that is kept in a temporary is where it is computed.
// CHECK: local2: i32, local
// CHECK-NEXT: axis 0: replicated
// CHECK: reduce partial0 over axis 0, kind add, root 0
// CHECK: check: ok (exact)
func.func @temporary(%x: memref<37xi32>, %r: memref<i32>) {
  %t = memref.alloca() : memref<i32>
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[%i] : memref<37xi32>
    %1 = arith.muli %0, %0 : i32
    affine.store %1, %t[] : memref<i32>
    %2 = affine.load %r[] : memref<i32>
    %3 = affine.load %t[] : memref<i32>
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %r[] : memref<i32>
  }
  return
}

//--- largest.mlir
// A maximum does not round: the option strict-fp lets it be.
// CHECK-NOT: remark: the reduction is reassociated
// CHECK: reduce partial0 over axis 0, kind maximumf, root 0
// CHECK: check: ok (exact)
func.func @largest(%x: memref<37xf32>, %r: memref<f32>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %r[] : memref<f32>
    %1 = affine.load %x[%i] : memref<37xf32>
    %2 = arith.maximumf %0, %1 : f32
    affine.store %2, %r[] : memref<f32>
  }
  return
}

//--- select.mlir
// Selections that compare what they select, in either order.
// CHECK: partial maxnumf of arg1
// CHECK: partial minnumf of arg2
// CHECK: partial minui of arg3
// CHECK: check: ok
func.func @select(%x: memref<37xf64>, %r: memref<f64>, %s: memref<f64>,
                  %n: memref<i64>, %v: memref<37xi64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[%i] : memref<37xf64>
    %1 = affine.load %r[] : memref<f64>
    %2 = arith.cmpf ogt, %0, %1 : f64
    %3 = affine.load %x[%i] : memref<37xf64>
    %4 = arith.select %2, %3, %1 : f64
    affine.store %4, %r[] : memref<f64>
    %5 = affine.load %s[] : memref<f64>
    %6 = arith.cmpf ogt, %5, %0 : f64
    %7 = arith.select %6, %0, %5 : f64
    affine.store %7, %s[] : memref<f64>
    %8 = affine.load %v[%i] : memref<37xi64>
    %9 = affine.load %n[] : memref<i64>
    %10 = arith.cmpi ule, %9, %8 : i64
    %11 = arith.select %10, %9, %8 : i64
    affine.store %11, %n[] : memref<i64>
  }
  return
}

//--- unordered.mlir
// Where the old value is not a number, this one is replaced by any other.
func.func @unordered(%x: memref<37xf64>, %r: memref<f64>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %x[%i] : memref<37xf64>
    %1 = affine.load %r[] : memref<f64>
    %2 = arith.cmpf ugt, %0, %1 : f64
    %3 = arith.select %2, %0, %1 : f64
    affine.store %3, %r[] : memref<f64>
  }
  return
}

//--- prefix.mlir
// Every intermediate sum is read.
func.func @prefix(%x: memref<37xi32>, %y: memref<37xi32>, %r: memref<i32>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %r[] : memref<i32>
    %1 = affine.load %x[%i] : memref<37xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %r[] : memref<i32>
    affine.store %2, %y[%i] : memref<37xi32>
  }
  return
}

//--- own-array.mlir
// The terms are elements of the sum's own array.
func.func @own(%x: memref<37xi32>) {
  affine.for %i = 1 to 37 {
    %0 = affine.load %x[0] : memref<37xi32>
    %1 = affine.load %x[%i] : memref<37xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %x[0] : memref<37xi32>
  }
  return
}

//--- twice.mlir
// The old value is in the term as well.
func.func @twice(%x: memref<37xi32>, %r: memref<i32>) {
  affine.for %i = 0 to 37 {
    %0 = affine.load %r[] : memref<i32>
    %1 = affine.load %x[%i] : memref<37xi32>
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %0, %2 : i32
    affine.store %3, %r[] : memref<i32>
  }
  return
}

//--- lu.mlir
func.func @lu(%a: memref<7x7xi32>) {
  affine.for %k = 0 to 7 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
        %0 = affine.load %a[%i, %j] : memref<7x7xi32>
        %1 = affine.load %a[%i, %k] : memref<7x7xi32>
        %2 = affine.load %a[%k, %j] : memref<7x7xi32>
        %3 = arith.muli %1, %2 : i32
        %4 = arith.subi %0, %3 : i32
        affine.store %4, %a[%i, %j] : memref<7x7xi32>
      }
    }
  }
  return
}

//--- trisolve.mlir
func.func @trisolve(%l: memref<9x9xi32> {dmm.split = [-1, 0]},
                    %x: memref<9xi32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %x[%i] : memref<9xi32>
      %1 = affine.load %l[%i, %j] : memref<9x9xi32>
      %2 = affine.load %x[%j] : memref<9xi32>
      %3 = arith.muli %1, %2 : i32
      %4 = arith.subi %0, %3 : i32
      affine.store %4, %x[%i] : memref<9xi32>
    }
  }
  return
}

//--- floyd.mlir
func.func @floyd(%d: memref<7x7xi32>) {
  affine.for %k = 0 to 7 {
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 7 {
        %0 = affine.load %d[%i, %j] : memref<7x7xi32>
        %1 = affine.load %d[%i, %k] : memref<7x7xi32>
        %2 = affine.load %d[%k, %j] : memref<7x7xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %d[%i, %j] : memref<7x7xi32>
      }
    }
  }
  return
}

//--- few.mlir
// Fewer terms than partitions: to bring them costs less.
func.func @few(%x: memref<5xi32>, %r: memref<i32>) {
  affine.for %i = 0 to 5 {
    %0 = affine.load %r[] : memref<i32>
    %1 = affine.load %x[%i] : memref<5xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %r[] : memref<i32>
  }
  return
}
