// Which collectives work in stages: by cost, or as the table says.
//
// RUN: dmm-opt %s -dmm-place | FileCheck %s --check-prefixes=CHECK,COST
// RUN: dmm-opt %s -dmm-place=algorithms=broadcast:flat/all_to_all:staged/scatter:staged | FileCheck %s --check-prefixes=CHECK,TABLE
// RUN: dmm-opt %s -dmm-place -dmm-lower-to-runtime | FileCheck %s --check-prefix=META

// A group of 8 along both axes: 4 along axis 1 in a KPU, 2 along axis 0 above.
// CHECK-LABEL: func.func @f
module attributes {dmm.grid = array<i64: 2, 4>, dmm.mapping = [array<i64: 1, 4>, array<i64: 2, 1>], dmm.machine = [
    {level = "kpu", fanout = 4 : i64, latency_ns = 10.0, gbyte_per_s = 4.0, pj_per_word = 1.0},
    {level = "soc", fanout = 2 : i64, latency_ns = 100.0, gbyte_per_s = 2.0, pj_per_word = 7.0}]} {
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>, %h: memref<32xf32>) attributes {dmm.spmd} {
  // A tree of leaders crosses the upper level once.
  // CHECK: dmm.broadcast
  // COST-SAME: stages = array<i64: 1, 4, 2, 1>
  // TABLE-NOT: stages
  // TABLE-SAME: memref<64xf32>
  dmm.broadcast %a, %b {axes = array<i64: 0, 1>, root = 3 : i64} : memref<64xf32>, memref<64xf32>
  // The digits follow the order of the axes.
  // CHECK: dmm.all_reduce
  // CHECK-SAME: stages = array<i64: 4, 1, 1, 2>
  dmm.all_reduce %a, %b {axes = array<i64: 1, 0>, kind = "add"} : memref<64xf32>, memref<64xf32>
  // The root can send each part itself: leaders only add their latency.
  // CHECK: dmm.scatter
  // COST-NOT: stages
  // COST-SAME: memref<64xf32>
  // TABLE-SAME: stages = array<i64: 1, 4, 2, 1>
  dmm.scatter %a, %h {axes = array<i64: 0, 1>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 32 : i64, extent = 64 : i64}, {}]>} : memref<64xf32>, memref<32xf32>
  // Along one axis there is one level, and no stage.
  // CHECK: dmm.broadcast
  // CHECK-NOT: stages
  // CHECK-SAME: level = "kpu"
  dmm.broadcast %a, %b {axes = array<i64: 1>, root = 3 : i64} : memref<64xf32>, memref<64xf32>
  // What is given stays.
  // CHECK: dmm.broadcast
  // CHECK-SAME: stages = array<i64: 2, 4>
  dmm.broadcast %a, %b {axes = array<i64: 0, 1>, root = 0 : i64, stages = array<i64: 2, 4>} : memref<64xf32>, memref<64xf32>
  return
}
}

// The stages of the first broadcast are in its description.
// META: memref.global "private" constant @__dmm_meta_0
// META-SAME: 4, 1, 4, 2, 1
