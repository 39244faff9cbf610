// The reports: JSON for programs, a table for people.
//
// RUN: dmm-run %s --entry add --grid 2x2 --check --simulate --json | FileCheck %s --check-prefix=JSON --match-full-lines --strict-whitespace
// RUN: dmm-run %s --entry add --grid 2x2 --check --simulate --json | %python -m json.tool

// A report that cannot be written is a failure.
// RUN: not dmm-run %s --entry add --json 2>&1 >/dev/full | FileCheck %s --check-prefix=FULL
// FULL: error: cannot write to the standard output: No space left on device

//      JSON:{
// JSON-NEXT:  "entry": "add",
// JSON-NEXT:  "grid": [
// JSON-NEXT:    2,
// JSON-NEXT:    2
// JSON-NEXT:  ],
// JSON-NEXT:  "transport": "threads",
// JSON-NEXT:  "check": {
// JSON-NEXT:    "ok": true,
// JSON-NEXT:    "exact": true,
// JSON-NEXT:    "reassociated": false,
// JSON-NEXT:    "max_abs_err": 0.0,
// JSON-NEXT:    "max_rel_err": 0.0
// JSON-NEXT:  },
// JSON-NEXT:  "error": null,
// JSON-NEXT:  "ops": {
//      JSON:    "dmm.scatter": {
// JSON-NEXT:      "calls": 2,
// JSON-NEXT:      "messages": 6,
// JSON-NEXT:      "words": 42
// JSON-NEXT:    },
//      JSON:  "memory": {
// JSON-NEXT:    "live_words": 60,
// JSON-NEXT:    "max_partition_words": 18
// JSON-NEXT:  },
// JSON-NEXT:  "loops": [
// JSON-NEXT:    {
// JSON-NEXT:      "loc": "{{.*}}run-report.mlir:[[#]]:3",
// JSON-NEXT:      "distributed": true,
// JSON-NEXT:      "why": null
// JSON-NEXT:    },
//      JSON:  "arrays": [
// JSON-NEXT:    {
// JSON-NEXT:      "name": "arg0",
// JSON-NEXT:      "layout": "#dmm.layout<[{dim = 0, block = 3, extent = 5}, {dim = 1, block = 3, extent = 6}]>",
// JSON-NEXT:      "sharded_axes": [
// JSON-NEXT:        0,
// JSON-NEXT:        1
// JSON-NEXT:      ]
// JSON-NEXT:    },
//      JSON:  "time_s": {
// JSON-NEXT:    "compile": {{[0-9.e-]+}},
// JSON-NEXT:    "run": {{[0-9.e-]+}},
// JSON-NEXT:    "reference": {{[0-9.e-]+}}
// JSON-NEXT:  },
// JSON-NEXT:  "processor_s": {
// JSON-NEXT:    "run": {{[0-9.e-]+}},
// JSON-NEXT:    "reference": {{[0-9.e-]+}}
// JSON-NEXT:  }
// JSON-NEXT:}

// With --json all else goes to the standard error.
// RUN: dmm-run %s --entry add --check --json --stats --dump-plan 2>%t.err | FileCheck %s --check-prefix=ONLYJSON
// RUN: FileCheck %s --check-prefix=ERR --input-file %t.err
// ONLYJSON-NOT: check: ok
// ERR: grid: 1
// ERR: check: ok (exact)

// What was not asked for is null.
// RUN: dmm-run %s --entry add --json | FileCheck %s --check-prefix=NOCHECK
// NOCHECK: "check": null,
// NOCHECK: "reference": null

// RUN: dmm-run %s --entry add --grid 2x2 --stats --repeat 3 | FileCheck %s --check-prefix=STATS
//      STATS: run-report.mlir: @add on grid 2x2
// STATS-NEXT: loops
// STATS-NEXT:   {{.*}}run-report.mlir:[[#]]:3: distributed
// STATS-NEXT:   {{.*}}run-report.mlir:[[#]]:5: distributed
// STATS-NEXT: arrays
// STATS-NEXT:   arg0: 5x6 of f32, axis 0: dim 0 in blocks of 3; axis 1: dim 1 in blocks of 3
// STATS-NEXT:   arg1: 5x6 of f32, axis 0: dim 0 in blocks of 3; axis 1: dim 1 in blocks of 3
// STATS-NEXT: moved calls messages words wait
//      STATS:   dmm.scatter 2 6 42 {{[0-9.]+}} s
//      STATS: memory: 60 words of arrays, at most 18 words on a partition
// STATS-NEXT: time: compile {{[0-9.]+}} s, run {{[0-9.]+}} s (median of 3, at least {{[0-9.]+}} s)

// RUN: dmm-run %s --entry add --stats --check | FileCheck %s --check-prefix=CHECKED
// CHECKED: time: compile {{[0-9.]+}} s, run {{[0-9.]+}} s, reference {{[0-9.]+}} s

// RUN: dmm-run %s --entry add --grid 2x2 --simulate | FileCheck %s --check-prefix=SIMULATE
// SIMULATE: simulation: ok (calls, messages and words as in the run)

// RUN: dmm-run %s --entry add --grid 2x2 --dump-plan | FileCheck %s --check-prefix=PLAN
// PLAN: grid: 2x2 (4 partitions)

// RUN: dmm-run %s --entry add --grid 2x2 --print-ir-after-all 2>&1 | FileCheck %s --check-prefix=IR
// IR: IR Dump After {{.*}}dmm-distribute
// IR: dmm.layout
// IR: IR Dump After {{.*}}dmm-lower-affine
// IR: dmm.scatter
// IR: IR Dump After {{.*}}dmm-lower-to-runtime
// IR: call @dmm_rt_scatter_f32
// IR: IR Dump After {{.*}}ConvertFuncToLLVMPass

// A remark on a choice is made once, and is part of the plan.
// RUN: dmm-run %src_root/test/Plan/relayout.mlir --entry sweeps --grid 4 2>&1 >/dev/null | FileCheck %s --check-prefix=ONCE
// RUN: dmm-run %src_root/test/Plan/relayout.mlir --entry sweeps --grid 4 --dump-plan 2>/dev/null | FileCheck %s --check-prefix=ONCE
// ONCE: arg0 is laid out anew for this loop
// ONCE-NOT: laid out anew

// Without a question, one line.
// RUN: dmm-run %s --entry add --grid 2x2 | FileCheck %s --check-prefix=LINE
// LINE: {{^}}{{.*}}run-report.mlir: @add on grid 2x2: ok{{$}}

// The file's grid counts where none is given.
// RUN: sed -e 's/^[/][/] MODULE //' %s > %t.mlir
// RUN: dmm-run %t.mlir --entry add | FileCheck %s --check-prefix=GRID
// GRID: @add on grid 3: ok
// MODULE module attributes {dmm.grid = array<i64: 3>} {

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
// MODULE }
