// Collectives in stages on 16x4x2 partitions, a level for each axis: what crosses
// the top level is the lower bound, in the run and in the simulation. Arrays are
// resident, so that nothing else is moved.
//
// RUN: dmm-run %s --grid 16x4x2 --simulate --json 2>/dev/null | %python -c "import json,sys; print([(l['words'], l['max_sent_words']) for l in json.load(sys.stdin)['machine']['levels']])" | FileCheck %s --check-prefix=STAGED
// RUN: dmm-run %s --grid 16x4x2 --simulate --opt algorithms=reduce:flat/broadcast:flat --json 2>/dev/null | %python -c "import json,sys; print([(l['words'], l['max_sent_words']) for l in json.load(sys.stdin)['machine']['levels']])" | FileCheck %s --check-prefix=FLAT

// 64 sums are reduced and broadcast: each 64 (c - C) words on a level with c
// children in C containers, at the top 64.
// STAGED: [(15360, 256), (768, 128), (128, 64)]
// Ranks count along the last axis first, which is the one at the top: in a tree
// over ranks, half of all partitions send over it.
// FLAT: [(1920, 256), (6144, 128), (8192, 64)]
module attributes {dmm.machine = [
    {level = "kpu", fanout = 16 : i64, latency_ns = 50.0, gbyte_per_s = 100.0, pj_per_word = 100.0},
    {level = "soc", fanout = 4 : i64, latency_ns = 500.0, gbyte_per_s = 40.0, pj_per_word = 300.0},
    {level = "cluster", fanout = 2 : i64, latency_ns = 5000.0, gbyte_per_s = 10.0, pj_per_word = 3000.0}],
    dmm.mapping = [array<i64: 16, 1, 1>, array<i64: 1, 4, 1>, array<i64: 1, 1, 2>]} {
func.func @sum(%x: memref<16x4x2x64xf64> {dmm.resident, dmm.split = [0, 1, 2, -1]}, %y: memref<16x4x2x64xf64> {dmm.resident, dmm.split = [0, 1, 2, -1]}) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloc() {dmm.split = [-1]} : memref<64xf64>
  affine.for %j = 0 to 64 {
    affine.store %zero, %s[%j] : memref<64xf64>
  }
  affine.for %a = 0 to 16 {
    affine.for %b = 0 to 4 {
      affine.for %c = 0 to 2 {
        affine.for %j = 0 to 64 {
          %0 = affine.load %x[%a, %b, %c, %j] : memref<16x4x2x64xf64>
          %1 = affine.load %s[%j] : memref<64xf64>
          %2 = arith.addf %1, %0 : f64
          affine.store %2, %s[%j] : memref<64xf64>
        }
      }
    }
  }
  affine.for %a = 0 to 16 {
    affine.for %b = 0 to 4 {
      affine.for %c = 0 to 2 {
        affine.for %j = 0 to 64 {
          %0 = affine.load %x[%a, %b, %c, %j] : memref<16x4x2x64xf64>
          %1 = affine.load %s[%j] : memref<64xf64>
          %2 = arith.mulf %1, %0 : f64
          affine.store %2, %y[%a, %b, %c, %j] : memref<16x4x2x64xf64>
        }
      }
    }
  }
  memref.dealloc %s : memref<64xf64>
  return
}
}
