// Loops that are split for the sake of a message, and loops that must not be.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/mirror.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/mirror.mlir
// RUN: dmm-run %t/mirror.mlir --grid 2x2 --check --simulate 2>&1 | FileCheck %t/mirror.mlir --check-prefix=MANY
// RUN: dmm-run %t/mirror.mlir --grid 13 --check --simulate 2>&1 | FileCheck %t/mirror.mlir --check-prefix=MANY
// RUN: dmm-opt %t/mirror.mlir -dmm-distribute=grid=3 | FileCheck %t/mirror.mlir --check-prefix=IR
// RUN: dmm-opt %t/mirror.mlir -dmm-distribute=grid=3 -dmm-distribute=grid=3 | FileCheck %t/mirror.mlir --check-prefix=IR
// RUN: dmm-run %t/steps.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/steps.mlir
// RUN: dmm-run %t/flow.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/flow.mlir
// RUN: dmm-run %t/anti.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/anti.mlir
// RUN: dmm-run %t/output.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/output.mlir
// RUN: dmm-run %t/buffer.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/buffer.mlir

//--- mirror.mlir
// The upper triangle is computed, then handed to the lower one: no element of
// it is written after that.
// CHECK: mirror.mlir:[[#@LINE+33]]:3: remark: loop is split in two in front of the store at {{.*}}mirror.mlir:[[#@LINE+45]]:7: what that needs comes by one message between them
// CHECK: spmd:
// CHECK: for i{{[0-9]+}} = max(0, lo0) to min(12, hi0):
// CHECK-NEXT:   for
// CHECK-NEXT:     S0
// CHECK-NEXT:     for
// CHECK-NEXT:       S1
// CHECK-NEXT: M{{[0-9]+}}: transpose arg1 over axis 0
// CHECK-NEXT: for
// CHECK-NEXT:   for
// CHECK-NEXT:     S2
// CHECK: simulation: ok
// CHECK: check: ok (exact)
// MANY: simulation: ok
// MANY: check: ok
// What is not needed any more is gone from both loops.
// IR: affine.for
// IR-NEXT: affine.for
// IR-NEXT: affine.store
// IR-NEXT: affine.for
// IR: affine.store
// IR-NEXT: }
// IR-NEXT: }
// IR-NEXT: }
// IR: affine.for
// IR-NEXT: affine.for
// IR-NEXT: affine.load
// IR-NEXT: affine.store
// IR-NEXT: }
// IR-NEXT: }
// IR-NEXT: return
func.func @mirror(%a: memref<9x12xf64>, %c: memref<12x12xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 12 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 12 {
      affine.store %cst, %c[%i, %j] : memref<12x12xf64>
      affine.for %k = 0 to 9 {
        %0 = affine.load %a[%k, %i] : memref<9x12xf64>
        %1 = affine.load %a[%k, %j] : memref<9x12xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %c[%i, %j] : memref<12x12xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %c[%i, %j] : memref<12x12xf64>
      }
      %5 = affine.load %c[%i, %j] : memref<12x12xf64>
      affine.store %5, %c[%j, %i] : memref<12x12xf64>
    }
  }
  return
}

//--- steps.mlir
// Only the inner loop may be split: y of one step is x of the next.
// CHECK: remark: loop is split in two
// CHECK: for i0 = 0 to 3:
// CHECK-NEXT:   for
// CHECK-NEXT:     S0
// CHECK-NEXT:   M0: transpose arg1
// CHECK-NEXT:   for
// CHECK-NEXT:     if
// CHECK-NEXT:       S1
// CHECK: check: ok (exact)
func.func @steps(%x: memref<12xf64>, %y: memref<12xf64>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 12 {
      %0 = affine.load %x[%i] : memref<12xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %y[%i] : memref<12xf64>
      affine.if affine_set<(d0) : (d0 - 6 >= 0)>(%i) {
        %2 = affine.load %y[-%i + 11] : memref<12xf64>
        affine.store %2, %x[%i] : memref<12xf64>
      }
    }
  }
  return
}

//--- flow.mlir
// The second statement writes what the first one reads in the next iteration.
// CHECK-NOT: split in two
// CHECK: check: ok (exact)
// CHECK-NOT: split in two
func.func @flow(%x: memref<12xf64>, %y: memref<13xf64>) {
  affine.for %i = 6 to 12 {
    %0 = affine.load %y[%i] : memref<13xf64>
    affine.store %0, %x[%i] : memref<12xf64>
    %1 = affine.load %x[-%i + 17] : memref<12xf64>
    affine.store %1, %y[%i + 1] : memref<13xf64>
  }
  return
}

//--- anti.mlir
// The second statement reads what the first one has not written yet.
// CHECK-NOT: split in two
// CHECK: check: ok (exact)
// CHECK-NOT: split in two
func.func @anti(%x: memref<12xf64> {dmm.layout = #dmm.layout<[{dim = 0, block = 4, extent = 12}]>},
                %y: memref<12xf64> {dmm.layout = #dmm.layout<[{dim = 0, block = 4, extent = 12}]>}) {
  affine.for %i = 0 to 12 {
    %0 = affine.load %x[%i] : memref<12xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<12xf64>
    %2 = affine.load %x[-%i + 11] : memref<12xf64>
    affine.store %2, %y[%i] : memref<12xf64>
  }
  return
}

//--- output.mlir
// The first statement overwrites what the second one wrote an iteration before.
// CHECK-NOT: split in two
// CHECK: check: ok (exact)
// CHECK-NOT: split in two
func.func @output(%x: memref<12xf64> {dmm.layout = #dmm.layout<[{dim = 0, block = 4, extent = 12}]>},
                  %y: memref<13xf64> {dmm.layout = #dmm.layout<[{dim = 0, block = 5, extent = 13}]>},
                  %z: memref<12xf64>) {
  affine.for %i = 6 to 12 {
    %0 = affine.load %z[%i] : memref<12xf64>
    affine.store %0, %x[%i] : memref<12xf64>
    affine.store %0, %y[%i] : memref<13xf64>
    %1 = affine.load %x[-%i + 17] : memref<12xf64>
    %2 = arith.addf %1, %0 : f64
    affine.store %2, %y[%i + 1] : memref<13xf64>
  }
  return
}

//--- buffer.mlir
// All iterations use one row.
// CHECK-NOT: loop is split in two in front of the store at {{.*}}:[[#@LINE+17]]:
// CHECK: check: ok (exact)
func.func @buffer(%x: memref<12x12xf64>, %y: memref<12x12xf64>) {
  %row = memref.alloc() : memref<12xf64>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      %0 = affine.load %x[%i, %j] : memref<12x12xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %row[%j] : memref<12xf64>
    }
    affine.for %j = 0 to 12 {
      %0 = affine.load %row[-%j + 11] : memref<12xf64>
      affine.store %0, %y[%j, %i] : memref<12x12xf64>
    }
  }
  memref.dealloc %row : memref<12xf64>
  return
}
