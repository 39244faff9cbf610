// What each dependence between partitions is, as remarks and as JSON. Reads of
// what is at home need no remark.
//
// RUN: split-file %s %t
// RUN: mlir-opt %t/uniform.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4})' -verify-diagnostics -o /dev/null
// RUN: mlir-opt %t/corner.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=2x2})' -verify-diagnostics -o /dev/null
// RUN: mlir-opt %t/affine.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4})' -verify-diagnostics -o /dev/null
// RUN: mlir-opt %t/open.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4})' -verify-diagnostics -o /dev/null

// On a machine, the level as well; a mapping that does not fit is told.
// RUN: mlir-opt %t/machine.mlir %plugin --pass-pipeline='builtin.module(dmm-classify)' -verify-diagnostics -o /dev/null
// RUN: mlir-opt %t/machine.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{json=-})' -o /dev/null 2>/dev/null | FileCheck %t/machine.mlir
// RUN: sed -e 's/array<i64: 1, 4>/array<i64: 1, 2>/' %t/machine.mlir > %t/unfit.mlir
// RUN: not mlir-opt %t/unfit.mlir %plugin --pass-pipeline='builtin.module(dmm-classify)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNFIT
// UNFIT: error: 'builtin.module' op has a 'dmm.mapping' that has digits whose product over all levels is less than the axis

// dmm-distribute maps the grid, and says on what; before, nothing is known.
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=32 machine=kpu-cluster},dmm-classify)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: all_gather of arg1 along axis 0, {{.*}}, at level 'soc'; each coordinate
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=32 json=-})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNMAPPED --implicit-check-not=level
// UNMAPPED: remark:
// UNMAPPED: "shape": "gather"

// The module stays as it is, though reading it rewrites (a call is inlined).
// RUN: mlir-opt %t/calls.mlir -o %t/before.mlir
// RUN: mlir-opt %t/calls.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4})' -o %t/after.mlir
// RUN: diff %t/before.mlir %t/after.mlir

// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4 json=-})' -o /dev/null 2>/dev/null | FileCheck %t/gemv.mlir
// RUN: mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4 json=%t/gemv.json})' -o /dev/null
// RUN: FileCheck %t/gemv.mlir --input-file %t/gemv.json
// RUN: not mlir-opt %t/gemv.mlir %plugin --pass-pipeline='builtin.module(dmm-classify{grid=4 json=%t/no/such/folder})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: the dependences cannot be written to '{{.*}}/no/such/folder': No such file or directory

//--- uniform.mlir
// A message serves both reads: its words are told at each. The second nest
// writes what the first one reads in the next iteration.
// expected-remark@+4 {{affine: scatter of arg0 along axis 0, 35 - 9 words each time (26 at most, 26 in all); an argument arrives at the root}}
// expected-remark@+3 {{affine: scatter of arg1 along axis 0, 35 - 9 words}}
// expected-remark@+2 {{affine: gather of arg0 along axis 0, 35 - 9 words each time (26 at most, 26 in all); a result is handed back at the root}}
// expected-remark@+1 {{affine: gather of arg1 along axis 0, 35 - 9 words}}
func.func @jacobi(%x: memref<35xf64>, %y: memref<35xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 34 {
      // expected-remark@+1 {{uniform: halo of arg0 along axis 0, distance -1, 2 * (P0 - 1) words each time (6 at most, 30 in all); carried by loop i0; the distance is bounded, whatever the cell is; no pipeline: it is uniform already}}
      %0 = affine.load %x[%i - 1] : memref<35xf64>
      // expected-remark@+1 {{uniform: halo of arg0 along axis 0, distance 1, 2 * (P0 - 1) words}}
      %1 = affine.load %x[%i + 1] : memref<35xf64>
      %2 = affine.load %x[%i] : memref<35xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<35xf64>
    }
    affine.for %i = 1 to 34 {
      affine.for %k = 0 to 3 {
        %0 = affine.load %x[%i] : memref<35xf64>
        // expected-remark@+1 {{uniform: halo of arg1 along axis 0, distance -1..1, 2 * (P0 - 1) words each time (6 at most, 30 in all); the distance is bounded}}
        %1 = affine.load %y[%i + %k - 1] : memref<35xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %x[%i] : memref<35xf64>
      }
    }
  }
  return
}

// Wavefronts: one cell at a time.
// expected-remark@+2 {{scatter of arg0}}
// expected-remark@+1 {{gather of arg0}}
func.func @wave(%x: memref<12xf64>) {
  affine.for %i = 1 to 12 {
    // expected-remark@+1 {{uniform: send of arg0 along axis 0, distance -1, at most the sum of 1 words each time (1 at most, 3 in all); carried by loop i0; one coordinate reads what one has}}
    %0 = affine.load %x[%i - 1] : memref<12xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<12xf64>
  }
  return
}

//--- corner.mlir
// Both axes: the second halo hands on what the first one brought.
// expected-remark@+3 {{affine: scatter of arg0 along axes 0, 1, 48 - 12 words each time (36 at most, 36 in all)}}
// expected-remark@+2 {{affine: scatter of arg1 along axes 0, 1, 48 - 12 words}}
// expected-remark@+1 {{affine: gather of arg1 along axes 0, 1, 48 - 12 words}}
func.func @corner(%x: memref<6x8xf32>, %y: memref<6x8xf32>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 2 to 8 {
      // expected-remark@+1 {{uniform: halo of arg0 along axes 0, 1, distance -1, -2, 6 * (P0 - 1) + at most the sum of 2 * (hi0 - 1 - max(lo0 - 1, 0)) words each time (16 at most, 16 in all)}}
      %0 = affine.load %x[%i - 1, %j - 2] : memref<6x8xf32>
      %1 = affine.load %x[%i, %j] : memref<6x8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %y[%i, %j] : memref<6x8xf32>
    }
  }
  return
}

//--- affine.mlir
// A row of the matrix in each step: its owner is known when the program runs.
// expected-remark@+2 {{scatter of arg0}}
// expected-remark@+1 {{gather of arg0}}
func.func @eliminate(%a: memref<9x9xf64> {dmm.split = [0, -1]}) {
  affine.for %k = 0 to 9 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 9 {
      affine.for %j = affine_map<(d0) -> (d0)>(%k) to 9 {
        %0 = affine.load %a[%i, %j] : memref<9x9xf64>
        // expected-remark@+1 {{affine: broadcast of arg0 along axis 0, (P0 - 1) * (-i0 + 9) words each time (27 at most, 132 in all); carried by loop i0; all coordinates read what one has; no pipeline: its value is computed in the function}}
        %1 = affine.load %a[%k, %j] : memref<9x9xf64>
        %2 = arith.subf %0, %1 : f64
        affine.store %2, %a[%i, %j] : memref<9x9xf64>
      }
    }
  }
  return
}

// Mirrored: each element goes to one place. A row: every cell reads another part
// of what one has. The shift of the last read moves with the outer loop, in
// which what is read is written.
// expected-remark@+5 {{scatter of arg0}}
// expected-remark@+4 {{scatter of arg2}}
// expected-remark@+3 {{gather of arg0}}
// expected-remark@+2 {{gather of arg1}}
// expected-remark@+1 {{affine: broadcast of arg3 along axis 0, P0 - 1 words each time (3 at most, 3 in all); a scalar argument is known to the root alone; can be a pipeline: it is an input, and every cell reads the same}}
func.func @others(%x: memref<12xf32>, %y: memref<12xf32>, %m: memref<3x12xf32> {dmm.split = [0, -1]}, %s: f32) {
  affine.for %i = 0 to 12 {
    // expected-remark@+1 {{affine: transpose of arg0 along axis 0, at most the sum of (hi0 - lo0) words each time (12 at most, 12 in all); each element is read in one cell, which may be anywhere; no pipeline: each coordinate needs other elements}}
    %0 = affine.load %x[11 - %i] : memref<12xf32>
    // expected-remark@+1 {{affine: scatter of arg2 along axis 0, at most the sum of (hi0 - lo0) words each time (9 at most, 9 in all); each coordinate reads another part of what one has; no pipeline: each coordinate needs other elements}}
    %1 = affine.load %m[1, %i] : memref<3x12xf32>
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %2, %s : f32
    affine.store %3, %y[%i] : memref<12xf32>
  }
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 9 {
      %0 = affine.load %y[%i] : memref<12xf32>
      // expected-remark@+1 {{affine: transpose of arg0 along axis 0, at most the sum of (min(i1 + hi0, i1 + 9) - (i1 + lo0)) words each time (6 at most, 9 in all); carried by loop i1; each element}}
      %1 = affine.load %x[%i + %t] : memref<12xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %y[%i] : memref<12xf32>
    }
    affine.for %i = 0 to 12 {
      %0 = affine.load %y[%i] : memref<12xf32>
      affine.store %0, %x[%i] : memref<12xf32>
    }
  }
  return
}

//--- open.mlir
// Sizes that the run knows: no numbers, but formulas.
// expected-remark@+3 {{affine: scatter of arg1 along axis 0, 7 * arg1_size0, less the block of the root words each time; an argument arrives}}
// expected-remark@+2 {{scatter of arg2}}
// expected-remark@+1 {{gather of arg2}}
func.func @open(%n: index, %x: memref<?x7xf64> {dmm.split = [0, -1]}, %y: memref<?x7xf64>) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 7 {
      // expected-remark@+1 {{uniform: halo of arg1 along axis 0, distance -1, at most 7 * (P0 - 1) words each time; the distance}}
      %0 = affine.load %x[%i - 1, %j] : memref<?x7xf64>
      %1 = affine.load %x[%i, %j] : memref<?x7xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %y[%i, %j] : memref<?x7xf64>
    }
  }
  return
}

//--- machine.mlir
// Axis 0 lies on the two KPUs of a SoC. Of a line along axis 1, which no SoC
// holds, three pairs of neighbours share a KPU in each SoC, and one pair none.
module attributes {dmm.grid = array<i64: 2, 8>, dmm.machine = [
    {level = "kpu", fanout = 4 : i64, latency_ns = 10.0, gbyte_per_s = 4.0, pj_per_word = 1.0},
    {level = "soc", fanout = 2 : i64, latency_ns = 100.0, gbyte_per_s = 2.0, pj_per_word = 7.0},
    {level = "cluster", fanout = 2 : i64, latency_ns = 1000.0, gbyte_per_s = 1.0, pj_per_word = 50.0}],
    dmm.mapping = [array<i64: 1, 4>, array<i64: 2, 1>, array<i64: 1, 2>]} {
// expected-remark@+4 {{scatter of arg0 along axes 0, 1, 256 - 16 words each time (240 at most, 240 in all), at level 'cluster'; an argument arrives at the root}}
// expected-remark@+3 {{scatter of arg1}}
// expected-remark@+2 {{scatter of arg2}}
// expected-remark@+1 {{gather of arg2}}
func.func @stencil(%x: memref<16x16xf32>, %v: memref<16xf32> {dmm.split = [0]}, %y: memref<16x16xf32>) {
  affine.for %i = 1 to 16 {
    affine.for %j = 1 to 16 {
      // expected-remark@+1 {{uniform: halo of arg0 along axis 0, distance -1, 15 * (P0 - 1) words each time (15 at most, 15 in all), at level 'soc'; the distance}}
      %0 = affine.load %x[%i - 1, %j] : memref<16x16xf32>
      // expected-remark@+1 {{uniform: halo of arg0 along axis 1, distance -1, 15 * (P1 - 1) words each time (105 at most, 105 in all), at level 'cluster' (12 of 14 pairs of neighbours at 'kpu'); the distance}}
      %1 = affine.load %x[%i, %j - 1] : memref<16x16xf32>
      %2 = affine.load %x[%i, %j] : memref<16x16xf32>
      // expected-remark@+1 {{affine: broadcast of arg1 along axes 0, 1, P0 * P1 - 1 words each time (15 at most, 15 in all), at level 'cluster'; all coordinates}}
      %3 = affine.load %v[0] : memref<16xf32>
      %4 = arith.addf %0, %1 : f32
      %5 = arith.addf %2, %4 : f32
      %6 = arith.mulf %5, %3 : f32
      affine.store %6, %y[%i, %j] : memref<16x16xf32>
    }
  }
  return
}
}
// What is at home has no level.
//      CHECK: "shape": "aligned"
//  CHECK-NOT: "level"
//      CHECK: "shape": "halo"
//      CHECK:   "total": 15
// CHECK-NEXT: }
// CHECK-NEXT: "level": "soc"
// CHECK-NEXT: "uniformizable": false
//      CHECK: "level": "cluster"
//      CHECK: "shape": "broadcast"
//      CHECK: "level": "cluster"

//--- calls.mlir
func.func private @step(%x: memref<12xf64>, %i: index) {
  %0 = affine.load %x[symbol(%i)] : memref<12xf64>
  %1 = arith.addf %0, %0 : f64
  affine.store %1, %x[symbol(%i)] : memref<12xf64>
  return
}
func.func @f(%x: memref<12xf64>) {
  affine.for %i = 0 to 12 {
    func.call @step(%x, %i) : (memref<12xf64>, index) -> ()
  }
  return
}

//--- gemv.mlir
// Rows are at home; the vector is an input that every row reads alike.
func.func @gemv(%a: memref<8x6xf32>, %x: memref<6xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %y[%i] : memref<8xf32>
      %1 = affine.load %a[%i, %j] : memref<8x6xf32>
      %2 = affine.load %x[%j] : memref<6xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%i] : memref<8xf32>
    }
  }
  return
}
//      CHECK: "loc": "{{.*}}gemv.mlir:5:12"
// CHECK-NEXT: "array": "arg2"
// CHECK-NEXT: "kind": "uniform"
// CHECK-NEXT: "shape": "aligned"
// CHECK-NEXT: "distance": []
// CHECK-NEXT: "axes": []
// CHECK-NEXT: "words": {
// CHECK-NEXT:   "formula": "0"
// CHECK-NEXT:   "each": 0
// CHECK-NEXT:   "total": 0
// CHECK-NEXT: }
// CHECK-NEXT: "uniformizable": false
// CHECK-NEXT: "why": "each instance runs where the element is; no pipeline: it is uniform already"
//      CHECK: "array": "arg1"
// CHECK-NEXT: "kind": "affine"
// CHECK-NEXT: "shape": "all_gather"
// CHECK-NEXT: "distance": null
// CHECK-NEXT: "axes": [
// CHECK-NEXT:   0
// CHECK-NEXT: ]
// CHECK-NEXT: "words": {
// CHECK-NEXT:   "formula": "6 * (P0 - 1)"
// CHECK-NEXT:   "each": 18
// CHECK-NEXT:   "total": 18
// CHECK-NEXT: }
// CHECK-NEXT: "uniformizable": true
// CHECK-NEXT: "why": "each coordinate reads all of it; can be a pipeline: it is an input, and every cell reads the same"
//      CHECK: "array": "arg0"
// CHECK-NEXT: "kind": "affine"
// CHECK-NEXT: "shape": "scatter"
//      CHECK: "shape": "gather"
//  CHECK-NOT: "loc"
