// A run has fewer messages than the plan where dmm-simplify finds some to spare
// (here: all of them, on one partition), but --simulate keeps those of the plan,
// to compare with them.
//
// RUN: dmm-run %s --grid 1 --check --json | FileCheck %s --check-prefix=SIMPLE
// RUN: dmm-run %s --grid 1 --check --simulate --json | FileCheck %s --check-prefix=PLANNED
// RUN: dmm-run %s --grid 1 --check --opt simplify=false --json | FileCheck %s --check-prefix=PLANNED
// RUN: not dmm-run %s --grid 1 --simulate --opt merge-words=8,simplify=true | FileCheck %s --check-prefix=DIFFERS
// RUN: dmm-run %s --grid 2 --check --simulate --opt merge-words=8

// SIMPLE: "ok": true
// SIMPLE-NOT: dmm.scatter
// SIMPLE-NOT: dmm.gather
// PLANNED: "ok": true
// PLANNED: "dmm.scatter": {
// PLANNED-NEXT: "calls": 1,
// PLANNED: "dmm.gather": {
// PLANNED-NEXT: "calls": 1,
// DIFFERS: FAILED: the simulation differs from the run in dmm.scatter: calls 1 and 0

func.func @double(%x: memref<7xf32>) {
  affine.for %i = 0 to 7 {
    %0 = affine.load %x[%i] : memref<7xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %x[%i] : memref<7xf32>
  }
  return
}
