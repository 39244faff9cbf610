// The model: what the plan says of a run, without running it.
//
// RUN: dmm-run %s --entry add --grid 2x2 --model | FileCheck %s --check-prefix=TEXT
//      TEXT: run-model.mlir: @add on grid 2x2
// TEXT-NEXT: loops
// TEXT-NEXT:   {{.*}}run-model.mlir:[[#]]:3: distributed
// TEXT-NEXT:   {{.*}}run-model.mlir:[[#]]:5: distributed
// TEXT-NEXT: arrays
// TEXT-NEXT:   arg0: 5x6 of f32, axis 0: dim 0 in blocks of 3; axis 1: dim 1 in blocks of 3
// TEXT-NEXT:   arg1: 5x6 of f32, axis 0: dim 0 in blocks of 3; axis 1: dim 1 in blocks of 3
// TEXT-NEXT: moved calls messages words
// TEXT-NEXT:   dmm.scatter 2 6 42
// TEXT-NEXT:   dmm.gather 1 3 21
// TEXT-NEXT: memory: 60 words of arrays, at most 18 words on a partition
// TEXT-NEXT: work: 30 instances, 100.0 % in distributed nests, at most 9 on a partition: efficiency 0.833
// TEXT-NOT: {{.}}

// RUN: dmm-run %s --entry add --grid 2x2 --model --json 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: dmm-run %s --entry add --grid 2x2 --model --json 2>/dev/null | %python -m json.tool
//      JSON: "entry": "add",
//      JSON: "error": null,
//      JSON: "dmm.scatter": {
// JSON-NEXT:   "calls": 2,
// JSON-NEXT:   "messages": 6,
// JSON-NEXT:   "words": 42
//      JSON: "memory": {
// JSON-NEXT:   "live_words": 60,
// JSON-NEXT:   "max_partition_words": 18
//      JSON: "work": {
// JSON-NEXT:   "instances": 30,
// JSON-NEXT:   "distributed_share": 1.0,
// JSON-NEXT:   "busiest_instances": 9,
// JSON-NEXT:   "efficiency": 0.8333{{[0-9]*}},
// JSON-NEXT:   "complete": true
//      JSON: "limit": null,

// Sizes at which nobody would run it here are no matter: nothing is allocated.
// RUN: dmm-run %s --entry large --grid 2x4 --arg 0=200000 --arg 1=200000x200000 --model | FileCheck %s --check-prefix=LARGE
// LARGE: work: 20000100000 instances, 100.0 % in distributed nests

// Remarks, as in a run and in the JSON; and what runs at the root counts nowhere.
// RUN: dmm-run %s --entry chain --grid 2 --model --json 2>/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: dmm-run %s --entry chain --grid 2 --model 2>&1 | FileCheck %s --check-prefix=DIAGNOSTIC
// DIAGNOSTIC: run-model.mlir:[[#]]:3: remark: loop is not distributed:
// REMARK: "distributed_share": 0.0,
// REMARK: "remarks": [
// REMARK: "loc": "{{.*}}run-model.mlir:[[#]]:3",
// REMARK-NEXT: "text": "loop is not distributed:
// RUN: dmm-run %s --entry rooted --grid 2 --model 2>/dev/null | FileCheck %s --check-prefix=ROOT
// ROOT: work: 4 instances, 100.0 % in distributed nests, at most 2 on a partition: efficiency 1.000, without what runs at the root alone

// Where there are too many iterations to go through one by one, it says so.
// RUN: dmm-run %s --entry residues --grid 2 --arg 0=100000000 --arg 1=100000000 --model | FileCheck %s --check-prefix=LIMIT
// LIMIT: work: ? instances,
// LIMIT: ?: not known, as the iterations of the loop at {{.*}}run-model.mlir:[[#]]:3 are too many to go through one by one

// It runs nothing that could be compared or written.
// RUN: not dmm-run %s --entry add --model --check 2>&1 | FileCheck %s --check-prefix=CHECK
// RUN: not dmm-run %s --entry add --model --simulate 2>&1 | FileCheck %s --check-prefix=SIMULATE
// RUN: not dmm-run %s --entry add --model --out 0=%t.npy 2>&1 | FileCheck %s --check-prefix=OUT
// CHECK: --model runs nothing: it does not go with --check
// SIMULATE: --model runs nothing: it does not go with --simulate
// OUT: --model runs nothing: it does not go with --out
// RUN: dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grid=2},dmm-lower-affine{grid=2})' -o %t.spmd.mlir
// RUN: not dmm-run %t.spmd.mlir --entry add --grid 2 --model 2>&1 | FileCheck %s --check-prefix=SPMD
// SPMD: FAILED: the entry is compiled already: there is no plan to model

// Calls, messages and words are those of a run, op by op, and so is the memory.
// RUN: %python %S/Inputs/compare_model.py dmm-run %s add 2x2 3 5
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/Catalog/gemm.mlir gemm 2x2 8
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/Catalog/dot.mlir dot 5
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/Catalog/lu.mlir lu 2x2 4
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/Catalog/jacobi-2d.mlir jacobi_2d 2x3 8
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/PolyBench/cholesky.mlir cholesky 2x2 3
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/PolyBench/ludcmp.mlir ludcmp 2x2 3
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/PolyBench/durbin.mlir durbin 2x2 13
// RUN: %python %S/Inputs/compare_model.py dmm-run %src_root/test/PolyBench/gramschmidt.mlir gramschmidt 2x3

func.func @add(%x: memref<5x6xf32>, %y: memref<5x6xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %x[%i, %j] : memref<5x6xf32>
      %1 = affine.load %y[%i, %j] : memref<5x6xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %y[%i, %j] : memref<5x6xf32>
    }
  }
  return
}

func.func @large(%n: index, %x: memref<?x?xf32>) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %cst, %x[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @chain(%x: memref<9xf32>) {
  affine.for %i = 1 to 9 {
    %0 = affine.load %x[%i - 1] : memref<9xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %x[%i] : memref<9xf32>
  }
  return
}

func.func @rooted(%x: memref<4xf32>, %at: memref<4xindex>) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %cst, %x[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %0 = affine.load %at[%i] : memref<4xindex>
    memref.store %cst, %x[%0] : memref<4xf32>
  }
  return
}

func.func @residues(%n: index, %x: memref<?xf32>) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 mod 3)>(%i) {
      affine.store %cst, %x[%i] : memref<?xf32>
    }
  }
  return
}
