// A run on a machine: what crosses its levels, and the virtual clock.
//
// RUN: dmm-run %s --grid 8 --stats --simulate --check 2>/dev/null | FileCheck %s --check-prefix=STATS
// RUN: dmm-run %s --grid 8 --json 2>/dev/null | %python -c "import json,sys; m=json.load(sys.stdin)['machine']; print(m['name'], m['mapping'], [(l['level'], l['messages'], l['words'], l['max_sent_words']) for l in m['levels']])" | FileCheck %s --check-prefix=JSON
// RUN: dmm-run %s --grid 8 --json 2>/dev/null | %python -c "import json,sys; d=json.load(sys.stdin)['dependences']; print([(x['shape'], x.get('level')) for x in d])" | FileCheck %s --check-prefix=DEPENDENCES
// RUN: dmm-run %s --grid 8 --simulate --opt algorithms=all_reduce:flat --stats 2>/dev/null | FileCheck %s --check-prefix=FLAT
// RUN: dmm-run %s --grid 8 --model 2>/dev/null | FileCheck %s --check-prefix=MODEL
// RUN: not dmm-run %s --grid 9 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not dmm-run %s --grid 8 --machine single-kpu 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not dmm-run %s --grid 8 --machine pc 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: dmm-run %S/Inputs/plain.mlir --grid 2 --machine single-kpu --stats 2>/dev/null | FileCheck %s --check-prefix=PRESET
// RUN: dmm-run %S/Inputs/plain.mlir --grid 2 --stats --json 2>/dev/null | FileCheck %s --check-prefix=NONE

// 100 elements of each array are in each partition; the root is in one of the
// two KPUs. The sum crosses the upper level once in each direction.
// STATS: crossed level          messages        words       energy   exposed wait
// STATS-NEXT: kpu 18 612 612 pJ {{.*}} ns
// STATS-NEXT: soc 10 802 5614 pJ {{.*}} ns
// STATS-NEXT: virtual time: {{[0-9.]+}} ns
// STATS: simulation: ok
// JSON: None {{\[\[4\], \[2\]\]}}
// JSON-SAME: [('kpu', 18, 612, {{[0-9]+}}), ('soc', 10, 802, {{[0-9]+}})]
// DEPENDENCES: [('aligned', None), {{.*}}('all_reduce', 'soc')
// FLAT: simulation: ok
// MODEL: crossed level             words         time       energy
// MODEL-NEXT: kpu 12 {{.*}}
// MODEL-NEXT: soc 2 {{.*}}
// MODEL: modelled time: {{.*}} ns of statements, {{.*}} ns of messages; entry and exit apart, {{.*}} ns
// ROOM: error: 'builtin.module' op has a grid of 9 partitions, but its machine has room for 8
// TWO: error: 'builtin.module' op has a 'dmm.machine' that contradicts the option machine=single-kpu: leave one of them out
// NAME: --machine takes one of kpu-cluster, single-kpu, cpu-smp, mpi-cluster, kpu-exa, or a list of levels, got 'pc'
// PRESET: virtual time:
// NONE: "machine": null
module attributes {dmm.machine = [
    {level = "kpu", fanout = 4 : i64, latency_ns = 10.0, gbyte_per_s = 4.0, pj_per_word = 1.0},
    {level = "soc", fanout = 2 : i64, latency_ns = 100.0, gbyte_per_s = 2.0, pj_per_word = 7.0}]} {
func.func @normalize(%x: memref<800xf64>, %y: memref<800xf64>) {
  %zero = arith.constant 0.0 : f64
  %sum = affine.for %i = 0 to 800 iter_args(%acc = %zero) -> f64 {
    %0 = affine.load %x[%i] : memref<800xf64>
    %1 = arith.mulf %0, %0 : f64
    %2 = arith.addf %acc, %1 : f64
    affine.yield %2 : f64
  }
  affine.for %i = 0 to 800 {
    %0 = affine.load %x[%i] : memref<800xf64>
    %1 = arith.divf %0, %sum : f64
    affine.store %1, %y[%i] : memref<800xf64>
  }
  return
}
}
