// What cannot be compiled for a machine.
//
// RUN: dmm-opt %s -split-input-file -dmm-distribute -verify-diagnostics -o /dev/null
// RUN: not dmm-opt -dmm-distribute="grid=8 machine=pc" %S/Inputs/copy.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not dmm-opt -dmm-distribute="grid=17 machine=single-kpu" %S/Inputs/copy.mlir 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not dmm-opt -dmm-distribute="grid=8 objective=fun" %S/Inputs/copy.mlir 2>&1 | FileCheck %s --check-prefix=OBJECTIVE
// RUN: not dmm-opt -dmm-compile="grid=8 algorithms=broadcast:best" %S/Inputs/copy.mlir 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: not dmm-opt -dmm-compile="grid=8 algorithms=halo:flat" %S/Inputs/copy.mlir 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: dmm-opt -dmm-distribute="grid=8 objective=1:0.5 machine=cpu-smp" %S/Inputs/copy.mlir | FileCheck %s --check-prefix=GIVEN
// RUN: dmm-opt -dmm-distribute="grid=64" %S/Inputs/copy.mlir | FileCheck %s --check-prefix=DEFAULT
// RUN: dmm-opt -dmm-distribute="grid=1048576" %S/Inputs/copy.mlir | FileCheck %s --check-prefix=HUGE
// RUN: dmm-opt -dmm-distribute="grid=4194304" %S/Inputs/copy.mlir | FileCheck %s --check-prefix=BEYOND

// NAME: error: 'builtin.module' op has an unknown 'dmm.machine' "pc": take one of kpu-cluster, single-kpu, cpu-smp, mpi-cluster, kpu-exa, or list the levels
// ROOM: error: 'builtin.module' op has a grid of 17 partitions, but its machine has room for 16: take a smaller grid or another machine
// OBJECTIVE: error: the option objective is 'fun': it takes time, energy, or the weights of a nanosecond and of a picojoule, as in 1:0.5
// TABLE: error: the option algorithms is '{{.*}}': it takes kinds of collectives, each with cost, flat or staged, as in reduce:cost/broadcast:cost/all_reduce:cost
// GIVEN: dmm.machine = "cpu-smp", dmm.mapping = [array<i64: 8>, array<i64: 1>, array<i64: 1>], dmm.mapping_chosen
// DEFAULT: dmm.machine = "kpu-cluster", dmm.mapping = [array<i64: 16>, array<i64: 4>, array<i64: 1>], dmm.mapping_chosen
// HUGE: dmm.machine = "kpu-exa"
// No preset is that large, and no machine was asked for.
// BEYOND: module attributes {dmm.grid = array<i64: 4194304>}

// expected-error @below {{has a grid for which there is no place in its machine}}
module attributes {dmm.grid = array<i64: 5, 5>, dmm.machine = [
    {level = "kpu", fanout = 4 : i64, latency_ns = 1.0, gbyte_per_s = 1.0, pj_per_word = 1.0},
    {level = "soc", fanout = 4 : i64, latency_ns = 1.0, gbyte_per_s = 1.0, pj_per_word = 1.0},
    {level = "cluster", fanout = 2 : i64, latency_ns = 1.0, gbyte_per_s = 1.0, pj_per_word = 1.0}]} {
}

// -----

// expected-error @below {{has a 'dmm.mapping' that is not a list of 3 levels, as its machine has: list the levels, bottom first, each as array<i64> with one digit for each grid axis}}
module attributes {dmm.grid = array<i64: 8>, dmm.mapping = [array<i64: 8>]} {
}

// -----

// expected-error @below {{has a 'dmm.mapping' whose level 1 is not array<i64> with 1 digits}}
module attributes {dmm.grid = array<i64: 8>, dmm.mapping = [array<i64: 8>, array<i64: 1, 1>, array<i64: 1>]} {
}

// -----

// expected-error @below {{has a 'dmm.mapping' that has digits whose product over all levels is less than the axis}}
module attributes {dmm.grid = array<i64: 8>, dmm.mapping = [array<i64: 2>, array<i64: 2>, array<i64: 1>]} {
}

// -----

// expected-error @below {{has a 'dmm.mapping' that has digits whose product on a level exceeds its fan-out}}
module attributes {dmm.grid = array<i64: 8>, dmm.mapping = [array<i64: 1>, array<i64: 8>, array<i64: 1>]} {
}
