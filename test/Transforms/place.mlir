// The level of each message, and what it costs there.
//
// RUN: dmm-opt %s -split-input-file -dmm-place | FileCheck %s
// RUN: dmm-opt %s -split-input-file -dmm-place | dmm-opt -split-input-file -verify-roundtrip -o /dev/null

// 4 partitions in each of 2 KPUs: along axis 1 a message stays in the KPU,
// along axis 0 it leaves it.
// CHECK: module attributes {dmm.grid = array<i64: 2, 4>, dmm.machine = [{{.*}}], dmm.mapping = [array<i64: 1, 4>, array<i64: 2, 1>]}
// CHECK-LABEL: func.func @axes
module attributes {dmm.grid = array<i64: 2, 4>, dmm.machine = [
    {level = "kpu", fanout = 4 : i64, latency_ns = 10.0, gbyte_per_s = 4.0, pj_per_word = 1.0},
    {level = "soc", fanout = 2 : i64, latency_ns = 100.0, gbyte_per_s = 2.0, pj_per_word = 7.0}],
    dmm.mapping = [array<i64: 1, 4>, array<i64: 2, 1>]} {
func.func @axes(%a: memref<100xf32>, %b: memref<100xf32>) attributes {dmm.spmd} {
  // Two steps of 10 ns, and 100 words of 4 bytes at 4 byte/ns; three words of
  // four reach a partition, in 2 groups.
  // CHECK: dmm.broadcast
  // CHECK-SAME: energy_pj = 6.000000e+02 : f64, latency_ns = 1.200000e+02 : f64, level = "kpu", level_words = array<i64: 600, 0>
  dmm.broadcast %a, %b {axes = array<i64: 1>, root = 0 : i64} : memref<100xf32>, memref<100xf32>
  // CHECK: dmm.broadcast
  // CHECK-SAME: energy_pj = 2.800000e+03 : f64, latency_ns = 3.000000e+02 : f64, level = "soc", level_words = array<i64: 0, 400>
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<100xf32>, memref<100xf32>
  // CHECK: dmm.all_reduce
  // CHECK-SAME: level = "soc", level_words = array<i64: 1200, 200>
  dmm.all_reduce %a, %b {axes = array<i64: 0, 1>, kind = "add"} : memref<100xf32>, memref<100xf32>
  return
}
}

// -----

// A halo is where neighbours meet, most of it in the KPUs: 3 neighbours in each
// of 2 KPUs, 1 between them. The size of the buffer is known.
// CHECK: module attributes {dmm.grid = array<i64: 8>, dmm.machine = [{{.*}}], dmm.mapping = [array<i64: 4>, array<i64: 2>], dmm.mapping_chosen}
// CHECK-LABEL: func.func @halo
module attributes {dmm.grid = array<i64: 8>, dmm.machine = [
    {level = "kpu", fanout = 4 : i64, latency_ns = 10.0, gbyte_per_s = 4.0, pj_per_word = 1.0},
    {level = "soc", fanout = 2 : i64, latency_ns = 100.0, gbyte_per_s = 2.0, pj_per_word = 7.0}]} {
func.func @halo(%a: memref<6x5xf32>) attributes {dmm.spmd} {
  // CHECK: fabric.halo
  // CHECK-SAME: level = "soc", level_words = array<i64: 60, 10>
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 32 : i64}]>} : memref<6x5xf32>
  return
}
}

// -----

// Of an unknown size there is a level, but no cost.
// CHECK-LABEL: func.func @unknown
module attributes {dmm.grid = array<i64: 8>} {
func.func @unknown(%a: memref<?xf32>, %b: memref<?xf32>) attributes {dmm.spmd} {
  // CHECK: dmm.broadcast
  // CHECK-NOT: latency_ns
  // CHECK-SAME: level = "kpu"
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<?xf32>, memref<?xf32>
  return
}
}

// -----

// One partition along an axis: nothing crosses a level.
// CHECK-LABEL: func.func @alone
module attributes {dmm.grid = array<i64: 8, 1>} {
func.func @alone(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.spmd} {
  // CHECK: dmm.broadcast
  // CHECK-NOT: level
  // CHECK-SAME: root = 0
  dmm.broadcast %a, %b {axes = array<i64: 1>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}
}

// -----

// 64 partitions of one KPU that has 64 tiles.
// CHECK: dmm.mapping = [array<i64: 64>, array<i64: 1>, array<i64: 1>], dmm.mapping_chosen}
// CHECK-LABEL: func.func @tiles
module attributes {dmm.grid = array<i64: 64>, dmm.machine = [
    {level = "kpu", fanout = 64 : i64, latency_ns = 50.0, gbyte_per_s = 100.0, pj_per_word = 100.0},
    {level = "soc", fanout = 4 : i64, latency_ns = 500.0, gbyte_per_s = 40.0, pj_per_word = 300.0},
    {level = "cluster", fanout = 2 : i64, latency_ns = 5000.0, gbyte_per_s = 10.0, pj_per_word = 3000.0}]} {
func.func @tiles(%a: memref<100xf32>, %b: memref<100xf32>) attributes {dmm.spmd} {
  // CHECK: dmm.reduce
  // CHECK-SAME: level = "kpu"
  dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<100xf32>, memref<100xf32>
  return
}
}

// -----

// 8 partitions that the user puts on two SoCs, 4 on each.
// CHECK-LABEL: func.func @pinned
module attributes {dmm.grid = array<i64: 8>, dmm.mapping = [array<i64: 4>, array<i64: 1>, array<i64: 2>], dmm.machine = [
    {level = "kpu", fanout = 64 : i64, latency_ns = 50.0, gbyte_per_s = 100.0, pj_per_word = 100.0},
    {level = "soc", fanout = 4 : i64, latency_ns = 500.0, gbyte_per_s = 40.0, pj_per_word = 300.0},
    {level = "cluster", fanout = 2 : i64, latency_ns = 5000.0, gbyte_per_s = 10.0, pj_per_word = 3000.0}]} {
func.func @pinned(%a: memref<100xf32>, %b: memref<100xf32>) attributes {dmm.spmd} {
  // CHECK: dmm.reduce
  // CHECK-SAME: level = "cluster", level_words = array<i64: 600, 0, 100>, root = 0 : i64, stages = array<i64: 4, 2>
  dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<100xf32>, memref<100xf32>
  return
}
}

// -----

// The same where the mapping is free.
// CHECK-LABEL: func.func @free
module attributes {dmm.grid = array<i64: 8>, dmm.machine = [
    {level = "kpu", fanout = 64 : i64, latency_ns = 50.0, gbyte_per_s = 100.0, pj_per_word = 100.0},
    {level = "soc", fanout = 4 : i64, latency_ns = 500.0, gbyte_per_s = 40.0, pj_per_word = 300.0},
    {level = "cluster", fanout = 2 : i64, latency_ns = 5000.0, gbyte_per_s = 10.0, pj_per_word = 3000.0}]} {
func.func @free(%a: memref<100xf32>, %b: memref<100xf32>) attributes {dmm.spmd} {
  // CHECK: dmm.reduce
  // CHECK-SAME: level = "kpu", level_words = array<i64: 700, 0, 0>
  dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<100xf32>, memref<100xf32>
  return
}
}
