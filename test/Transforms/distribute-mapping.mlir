// The grid is mapped onto the machine for the messages that will run: dmm-run
// and the passes, one by one or together, agree on it.
//
// Without pipelines, what is read of %z is gathered along axis 0, which is then
// the one that stays within a kpu. As a pipeline, it is part of the entry, and
// the reduction along axis 1 is all that counts.
//
// RUN: dmm-opt %s -dmm-distribute=grid=2x2 2>/dev/null | FileCheck %s --check-prefix=PIPELINES
// RUN: dmm-opt %s -dmm-distribute="grid=2x2 mode=never" 2>/dev/null | FileCheck %s --check-prefix=GATHERED
// RUN: dmm-opt %s -dmm-compile=grid=2x2 --mlir-print-ir-after=dmm-place -o /dev/null 2>&1 | FileCheck %s --check-prefixes=PIPELINES,CHAIN
// RUN: dmm-opt %s -dmm-compile="grid=2x2 mode=never" --mlir-print-ir-after=dmm-place -o /dev/null 2>&1 | FileCheck %s --check-prefix=GATHERED
// PIPELINES: dmm.mapping = [array<i64: 1, 2>, array<i64: 2, 1>], dmm.mapping_chosen}
// GATHERED: dmm.mapping = [array<i64: 2, 1>, array<i64: 1, 2>], dmm.mapping_chosen}
// CHAIN: fabric.send {{.*}}level = "soc"
// CHAIN: dmm.reduce {{.*}}level = "kpu"

// RUN: dmm-run %s --grid 2x2 --json 2>/dev/null | %python -c "import json,sys; print(json.load(sys.stdin)['machine']['mapping'])" | FileCheck %s --check-prefix=RUN-PIPELINES
// RUN: dmm-run %s --grid 2x2 --json --opt mode=never 2>/dev/null | %python -c "import json,sys; print(json.load(sys.stdin)['machine']['mapping'])" | FileCheck %s --check-prefix=RUN-GATHERED
// RUN: dmm-run %s --grid 2x2 --model --json 2>/dev/null | %python -c "import json,sys; print(json.load(sys.stdin)['price']['mapping'])" | FileCheck %s --check-prefix=RUN-PIPELINES
// RUN: dmm-run %s --grid 2x2 --model --json --opt mode=never 2>/dev/null | %python -c "import json,sys; print(json.load(sys.stdin)['price']['mapping'])" | FileCheck %s --check-prefix=RUN-GATHERED
// RUN: dmm-run %s --grid 2x2 --check --simulate 2>/dev/null | FileCheck %s --check-prefix=RIGHT
// RUN-PIPELINES: {{\[\[1, 2\], \[2, 1\]\]}}
// RUN-GATHERED: {{\[\[2, 1\], \[1, 2\]\]}}
// RIGHT: check: ok

// What dmm-distribute has chosen, or the user has said, stays.
// RUN: dmm-opt %s -dmm-distribute="grid=2x2 mode=never" -o %t.never.mlir 2>/dev/null
// RUN: dmm-run %t.never.mlir --grid 2x2 --json 2>/dev/null | %python -c "import json,sys; print(json.load(sys.stdin)['machine']['mapping'])" | FileCheck %s --check-prefix=RUN-GATHERED
// RUN: sed -e 's/^module attributes {/&dmm.mapping = [array<i64: 2, 1>, array<i64: 1, 2>], /' %s > %t.given.mlir
// RUN: dmm-opt %t.given.mlir -dmm-distribute=grid=2x2 2>/dev/null | FileCheck %s --check-prefix=GIVEN
// RUN: dmm-run %t.given.mlir --grid 2x2 --json 2>/dev/null | %python -c "import json,sys; print(json.load(sys.stdin)['machine']['mapping'])" | FileCheck %s --check-prefix=RUN-GATHERED
// GIVEN: dmm.mapping = [array<i64: 2, 1>, array<i64: 1, 2>]}

// RUN: not dmm-opt %s -dmm-distribute="grid=2x2 mode=often" 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: the option mode is 'often': it takes always, cost or never

module attributes {dmm.machine = [
    {level = "kpu", fanout = 2 : i64, latency_ns = 10.0, gbyte_per_s = 4.0, pj_per_word = 1.0},
    {level = "soc", fanout = 2 : i64, latency_ns = 100.0, gbyte_per_s = 0.5, pj_per_word = 7.0}]} {
func.func @columns(%y: memref<8x8xf64> {dmm.split = [0, 1]}, %z: memref<8x8xf64> {dmm.split = [0, 1]}, %s: memref<8xf64> {dmm.split = [0]}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %z[%k, %j] : memref<8x8xf64>
        %1 = affine.load %y[%i, %j] : memref<8x8xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %y[%i, %j] : memref<8x8xf64>
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %z[%i, %j] : memref<8x8xf64>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %s[%i] : memref<8xf64>
      %1 = affine.load %y[%i, %j] : memref<8x8xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %s[%i] : memref<8xf64>
    }
  }
  return
}
}
