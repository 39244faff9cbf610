// A grid of primes on six levels has more mappings than are looked at: a remark
// tells how near to the best the chosen one is known to be.
//
// RUN: dmm-opt %s -dmm-place 2>&1 | FileCheck %s
// RUN: dmm-opt %s -dmm-place 2>/dev/null | dmm-opt -dmm-place 2>&1 | FileCheck %s --check-prefix=STATED

// CHECK: target-rough.mlir:[[# @LINE + 5]]:1: remark: the mapping of the grid may not be the best one: there are too many to look at, and it is known only that none costs less than {{[1-9][0-9]?}} % of this one; dmm.mapping on the module fixes another
// CHECK: dmm.mapping_chosen
// CHECK: level = "5"
// STATED-NOT: remark
// STATED: dmm.mapping
module attributes {dmm.grid = array<i64: 58, 3, 97, 50>, dmm.machine = [
    {level = "0", fanout = 4 : i64, latency_ns = 24.0, gbyte_per_s = 967.0, pj_per_word = 16.0},
    {level = "1", fanout = 8 : i64, latency_ns = 120.0, gbyte_per_s = 568.823529, pj_per_word = 56.0},
    {level = "2", fanout = 32 : i64, latency_ns = 200.0, gbyte_per_s = 7.0, pj_per_word = 128.8},
    {level = "3", fanout = 32 : i64, latency_ns = 1530.0, gbyte_per_s = 77.3909564, pj_per_word = 618.24},
    {level = "4", fanout = 16 : i64, latency_ns = 7803.0, gbyte_per_s = 29.7657525, pj_per_word = 2287.488},
    {level = "5", fanout = 16 : i64, latency_ns = 9363.6, gbyte_per_s = 19.843835, pj_per_word = 5032.4736}]} {
func.func @broadcast(%a: memref<128xf64>, %b: memref<128xf64>) attributes {dmm.spmd} {
  dmm.broadcast %a, %b {axes = array<i64: 0, 1, 2, 3>, root = 0 : i64} : memref<128xf64>, memref<128xf64>
  return
}
}
