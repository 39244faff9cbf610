// Root regions: what they use, what merges, and which data is moved for them.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/between.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/between.mlir
// RUN: dmm-run %t/arguments.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/arguments.mlir
// RUN: dmm-run %t/merged.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/merged.mlir
// RUN: dmm-run %t/written.mlir --grid 2x2 --dump-plan --check --simulate 2>&1 | FileCheck %t/written.mlir
// RUN: dmm-run %t/crossing.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/crossing.mlir
// RUN: dmm-run %t/overwritten.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/overwritten.mlir
// RUN: dmm-run %t/apart.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/apart.mlir

//--- between.mlir
// The temporary is gathered for the region, its result scattered after it; the
// subscripts, which nobody else uses, stay with the caller.
// CHECK: remark: this nest runs at the root alone: 'memref.load' op cannot be distributed; {{.*}} ({{.*}}between.mlir:
// CHECK: arrays:
// CHECK-NEXT: arg0: 20xi32, argument 0, live in (
// CHECK: arg2: 20xf64, argument 2, live in, live out, written, home B1 (
// CHECK: local3: 20xf64, local, written, home B2, whole B3 (
// CHECK: buffers:
// CHECK: B3: whole of local3, 20xf64, 20 words
// CHECK: loops:
// CHECK-NEXT: i0: distributed
// CHECK-NEXT: i1: distributed
// CHECK-NEXT: i2: whole, 'memref.load' op cannot be distributed
// CHECK: regions:
// CHECK-NEXT: R0 on partition 0: reads arg0, reads local3, writes arg2 (
// CHECK-NEXT: why: 'memref.load' op cannot be distributed
// CHECK: messages:
// CHECK: gather local3 over axis 0, root 0
// CHECK-NEXT: why: R0 uses it at the root
// CHECK: scatter arg2 over axis 0, root 0
// CHECK-NEXT: why: a root region wrote it
// CHECK: spmd:
// CHECK-NEXT: M0: scatter arg1
// CHECK-NEXT: for
// CHECK-NEXT: S0
// CHECK-NEXT: M1: gather local3
// CHECK-NEXT: R0 on partition 0: reads arg0, reads local3, writes arg2
// CHECK-NEXT: M2: scatter arg2
// CHECK-NEXT: for
// CHECK-NEXT: S1
// CHECK-NEXT: M3: gather arg2
// CHECK-NEXT: remarks:
// CHECK: check: ok (exact)
func.func @between(%p: memref<20xi32>, %x: memref<20xf64>, %y: memref<20xf64>) {
  %two = arith.constant 2.0 : f64
  %20 = arith.constant 20 : i32
  %t = memref.alloc() : memref<20xf64>
  affine.for %i = 0 to 20 {
    %0 = affine.load %x[%i] : memref<20xf64>
    %1 = arith.mulf %0, %two : f64
    affine.store %1, %t[%i] : memref<20xf64>
  }
  affine.for %i = 0 to 20 {
    %0 = affine.load %p[%i] : memref<20xi32>
    %1 = arith.remui %0, %20 : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %t[%2] : memref<20xf64>
    affine.store %3, %y[%i] : memref<20xf64>
  }
  affine.for %i = 0 to 20 {
    %0 = affine.load %y[%i] : memref<20xf64>
    %1 = arith.addf %0, %two : f64
    affine.store %1, %y[%i] : memref<20xf64>
  }
  memref.dealloc %t : memref<20xf64>
  return
}

//--- arguments.mlir
// An argument that is only read is current at the root all along: no gather. A
// region that writes before anything else needs no message at all, and nothing
// is scattered that the nest after it does not use.
// CHECK: spmd:
// CHECK-NEXT: M0: scatter arg1
// CHECK-NEXT: R0 on partition 0: reads arg0, reads arg1, writes arg2
// CHECK-NEXT: for
// CHECK-NEXT: S0
// CHECK-NEXT: M1: gather arg3
// CHECK-NEXT: remarks:
// CHECK: check: ok (exact)
func.func @arguments(%p: memref<20xi32>, %x: memref<20xf64>, %y: memref<20xf64>, %z: memref<20xf64>) {
  %20 = arith.constant 20 : i32
  affine.for %i = 0 to 20 {
    %0 = affine.load %p[%i] : memref<20xi32>
    %1 = arith.remui %0, %20 : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = affine.load %x[%i] : memref<20xf64>
    memref.store %3, %y[%2] : memref<20xf64>
  }
  affine.for %i = 0 to 20 {
    %0 = affine.load %x[%i] : memref<20xf64>
    affine.store %0, %z[%i] : memref<20xf64>
  }
  return
}

//--- merged.mlir
// Nests that follow each other are one region; what only regions use has no
// home.
// CHECK-COUNT-2: remark: this nest runs at the root alone
// CHECK: arrays:
// CHECK: arg2: 20xf64, argument 2, live in, live out, written (
// CHECK: local3: 20xf64, local, written, whole B0 (
// CHECK: spmd:
// CHECK-NEXT: R0 on partition 0: reads arg0, reads arg1, writes local3, writes arg2
// CHECK-NEXT: remarks:
// CHECK: check: ok (exact)
func.func @merged(%p: memref<20xi32>, %x: memref<20xf64>, %y: memref<20xf64>) {
  %20 = arith.constant 20 : i32
  %t = memref.alloc() : memref<20xf64>
  affine.for %i = 0 to 20 {
    %0 = affine.load %p[%i] : memref<20xi32>
    %1 = arith.remui %0, %20 : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %x[%2] : memref<20xf64>
    affine.store %3, %t[%i] : memref<20xf64>
  }
  affine.for %i = 0 to 20 {
    %0 = affine.load %p[%i] : memref<20xi32>
    %1 = arith.remui %0, %20 : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %t[%2] : memref<20xf64>
    affine.store %3, %y[%i] : memref<20xf64>
  }
  memref.dealloc %t : memref<20xf64>
  return
}

//--- written.mlir
// The nest after the region writes all of y before anything reads it: it needs
// nothing of what the region left there; it writes x in part, and what it keeps
// is needed.
// CHECK: spmd:
// CHECK-NEXT: R0 on partition 0: reads arg0, writes arg1, writes arg2
// CHECK-NEXT: scatter arg1
// CHECK-NOT: scatter
// CHECK: gather arg1
// CHECK-NEXT: gather arg2
// CHECK-NEXT: remarks:
// CHECK: check: ok (exact)
func.func @written(%p: memref<8xi32>, %x: memref<8x6xf64>, %y: memref<8x6xf64>) {
  %one = arith.constant 1.0 : f64
  %6 = arith.constant 6 : i32
  affine.for %i = 0 to 8 {
    %0 = affine.load %p[%i] : memref<8xi32>
    %1 = arith.remui %0, %6 : i32
    %2 = arith.index_cast %1 : i32 to index
    memref.store %one, %x[%i, %2] : memref<8x6xf64>
    memref.store %one, %y[%i, %2] : memref<8x6xf64>
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      affine.store %one, %y[%i, %j] : memref<8x6xf64>
    }
    affine.store %one, %x[%i, 2] : memref<8x6xf64>
  }
  return
}

//--- crossing.mlir
// A value that goes into a region, and one that comes out of it, are kept in
// cells; the load of the cell is not part of the region.
// CHECK: arrays:
// CHECK: local3: f64, local, written, home {{.*}}, whole
// CHECK: local4: i32, local, written, home {{.*}}, whole
// CHECK: statements:
// CHECK: write local4[]
// CHECK: regions:
// CHECK-NEXT: R0 on partition 0: reads local4, reads arg0, writes local3
// CHECK-NEXT: why: 'scf.while' op cannot be distributed
// CHECK-NOT: why
// CHECK: messages:
// CHECK: spmd:
// CHECK: gather local4
// CHECK-NEXT: R0 on partition 0
// CHECK-NEXT: scatter local3
// CHECK: check: ok (exact)
func.func @crossing(%x: memref<20xf64>, %y: memref<20xf64>, %n: memref<7xi32>) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %seed = affine.load %n[6] : memref<7xi32>
  %half = arith.shrui %seed, %one : i32
  %c0 = arith.constant 0.0 : f64
  %r:2 = scf.while (%a = %half, %s = %c0) : (i32, f64) -> (i32, f64) {
    %more = arith.cmpi sgt, %a, %zero : i32
    scf.condition(%more) %a, %s : i32, f64
  } do {
  ^bb0(%a: i32, %s: f64):
    %next = arith.shrui %a, %one : i32
    %0 = affine.load %x[0] : memref<20xf64>
    %1 = arith.addf %0, %s : f64
    scf.yield %next, %1 : i32, f64
  }
  affine.for %i = 0 to 20 {
    affine.store %r#1, %y[%i] : memref<20xf64>
  }
  return
}

//--- overwritten.mlir
// The region overwrites what was loaded before it and is stored after it.
// CHECK: statements:
// CHECK: S0:
// CHECK-NEXT: read arg1[3]
// CHECK-NEXT: write local3[]
// CHECK: S1:
// CHECK: read local3[]
// CHECK-SAME: from
// CHECK: check: ok (exact)
func.func @overwritten(%p: memref<20xi32>, %x: memref<20xf64>, %y: memref<20xf64>) {
  %one = arith.constant 1.0 : f64
  %20 = arith.constant 20 : i32
  %v = affine.load %x[3] : memref<20xf64>
  affine.for %i = 0 to 20 {
    %0 = affine.load %p[%i] : memref<20xi32>
    %1 = arith.remui %0, %20 : i32
    %2 = arith.index_cast %1 : i32 to index
    memref.store %one, %x[%2] : memref<20xf64>
  }
  affine.for %i = 0 to 20 {
    affine.store %v, %y[%i] : memref<20xf64>
  }
  return
}

//--- apart.mlir
// A region that loads, in front of it, what the one before it writes does not
// join it. No argument of the caller is loaded there: the root alone has it.
// CHECK: regions:
// CHECK-NEXT: R0 on partition 0: reads arg0, reads local
// CHECK-NEXT: why: 'affine.load' op an index is computed from data
// CHECK-NEXT: R1 on partition 0: reads local{{.*}}, writes arg2
// CHECK-NEXT: why: 'affine.for' op an index is computed from data
// CHECK: check: ok (exact)
func.func @apart(%p: memref<20xindex>, %n: memref<index>, %y: memref<20xf64>) {
  %one = arith.constant 1.0 : f64
  %c20 = arith.constant 20 : index
  %0 = affine.load %n[] : memref<index>
  %1 = arith.remui %0, %c20 : index
  %2 = affine.load %p[symbol(%1)] : memref<20xindex>
  %3 = arith.remui %2, %c20 : index
  affine.for %i = 0 to %3 {
    affine.store %one, %y[%i] : memref<20xf64>
  }
  return
}
