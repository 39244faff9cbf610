// Loops of which one iteration is set apart, for the sake of a message.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/floyd.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/floyd.mlir
// RUN: dmm-run %t/floyd.mlir --grid 2x2 --check --simulate 2>&1 | FileCheck %t/floyd.mlir --check-prefix=MANY
// RUN: dmm-run %t/floyd.mlir --grid 13 --check --simulate 2>&1 | FileCheck %t/floyd.mlir --check-prefix=MANY
// RUN: dmm-opt %t/floyd.mlir -dmm-distribute=grid=3 | FileCheck %t/floyd.mlir --check-prefix=IR
// RUN: sed '/affine.store/{p;p;p;p;p;p;p;p;p;p;p;p;p;p;p;p;}' %t/floyd.mlir > %t/large.mlir
// RUN: dmm-run %t/large.mlir --grid 3 --check --simulate 2>&1 | FileCheck %t/floyd.mlir --check-prefix=LARGE
// RUN: dmm-run %t/shifted.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/shifted.mlir
// RUN: dmm-run %t/chain.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/chain.mlir
// RUN: dmm-run %t/strided.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/strided.mlir

//--- floyd.mlir
// Step k changes row k, too, which all others read.
// CHECK: floyd.mlir:[[#@LINE+32]]:5: remark: loop is split in three, at the index of the loop at {{.*}}floyd.mlir:[[#@LINE+31]]:3: that iteration writes what others read
// CHECK: spmd:
// CHECK: for i0 = 0 to 11:
// CHECK-NEXT: M0: broadcast arg0 over axis 0
// CHECK-NEXT: for i1 = max(0, lo0) to min(11, i0, hi0):
// CHECK-NEXT:   for
// CHECK-NEXT:     S0
// CHECK-NEXT: for i3 = max(0, i0, lo0) to min(11, i0 + 1, hi0):
// CHECK-NEXT:   for
// CHECK-NEXT:     S1
// CHECK-NEXT: M1: broadcast arg0 over axis 0
// CHECK-NEXT: for i5 = max(0, i0 + 1, lo0) to min(11, hi0):
// CHECK-NEXT:   for
// CHECK-NEXT:     S2
// CHECK: simulation: ok
// CHECK: check: ok (exact)
// Splits multiply: three times 17 statements are too many.
// LARGE-NOT: split in three
// LARGE: check: ok (exact)
// MANY: simulation: ok
// MANY: check: ok (exact)
// IR: affine.for %[[K:.*]] = 0 to 11 {
// IR: affine.for %{{.*}} = 0 to min {{.*}}(%[[K]]) {
// IR-NEXT: affine.for
// IR: affine.for %{{.*}} = max {{.*}}(%[[K]]) to min {{.*}}(%[[K]]) {
// IR-NEXT: affine.for
// IR: affine.for %{{.*}} = max {{.*}}(%[[K]]) to 11 {
// IR-NEXT: affine.for
// IR: affine.store
// IR-NOT: affine.store
func.func @floyd(%path: memref<11x11xi32>) {
  affine.for %k = 0 to 11 {
    affine.for %i = 0 to 11 {
      affine.for %j = 0 to 11 {
        %0 = affine.load %path[%i, %j] : memref<11x11xi32>
        %1 = affine.load %path[%i, %k] : memref<11x11xi32>
        %2 = affine.load %path[%k, %j] : memref<11x11xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : memref<11x11xi32>
      }
    }
  }
  return
}

//--- shifted.mlir
// The same two rows further.
// CHECK: remark: loop is split in three, at the index of the loop at {{.*}}shifted.mlir:[[#@LINE+4]]:3 + 2: that
// CHECK-NOT: loop is not distributed
// CHECK: check: ok (exact)
func.func @shifted(%x: memref<13x11xi32> {dmm.split = [0, -1]}) {
  affine.for %k = 0 to 11 {
    affine.for %i = 0 to 13 {
      affine.for %j = 0 to 11 {
        %0 = affine.load %x[%i, %j] : memref<13x11xi32>
        %1 = affine.load %x[%k + 2, %j] : memref<13x11xi32>
        %2 = arith.addi %0, %1 : i32
        affine.store %2, %x[%i, %j] : memref<13x11xi32>
      }
    }
  }
  return
}

//--- chain.mlir
// Each iteration writes what the next one reads: none is apart from the others.
// CHECK-NOT: split in three
// CHECK: check: ok (exact)
// CHECK-NOT: split in three
func.func @chain(%x: memref<12xi32>) {
  affine.for %k = 0 to 3 {
    affine.for %i = 1 to 12 {
      %0 = affine.load %x[%i - 1] : memref<12xi32>
      %1 = affine.load %x[%i] : memref<12xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %x[%i] : memref<12xi32>
    }
  }
  return
}

//--- strided.mlir
// With a step, the iteration may not be there.
// CHECK-NOT: split in three
// CHECK: check: ok (exact)
// CHECK-NOT: split in three
func.func @strided(%x: memref<12x11xi32> {dmm.split = [0, -1]}) {
  affine.for %k = 0 to 12 {
    affine.for %i = 0 to 12 step 2 {
      affine.for %j = 0 to 11 {
        %0 = affine.load %x[%i, %j] : memref<12x11xi32>
        %1 = affine.load %x[%k, %j] : memref<12x11xi32>
        %2 = arith.addi %0, %1 : i32
        affine.store %2, %x[%i, %j] : memref<12x11xi32>
      }
    }
  }
  return
}
