// Options that are unknown or wrong fail with a message.
//
// RUN: not dmm-opt %s --pass-pipeline='builtin.module(dmm-compile{grids=4})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grids=4})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dmm-opt %s --pass-pipeline='builtin.module(dmm-lower-to-runtime{grid=4})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dmm-opt %s --dmm-compile=grid=0 2>&1 | FileCheck %s -DGRID=0 --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=-1 2>&1 | FileCheck %s -DGRID=-1 --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=2xx3 2>&1 | FileCheck %s -DGRID=2xx3 --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=2x 2>&1 | FileCheck %s -DGRID=2x --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=4x0 2>&1 | FileCheck %s -DGRID=4x0 --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=four 2>&1 | FileCheck %s -DGRID=four --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=4294967296x4294967296 2>&1 | FileCheck %s -DGRID=4294967296x4294967296 --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=99999999999999999999 2>&1 | FileCheck %s -DGRID=99999999999999999999 --check-prefix=GRID
// RUN: not dmm-opt %s --dmm-compile=grid=1x1x1x1x1x1x1x1x1 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: not dmm-opt %s --dmm-compile 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not dmm-opt %s --dmm-lower-affine=grid=0 2>&1 | FileCheck %s -DGRID=0 --check-prefix=GRID
// RUN: dmm-opt %s --dmm-compile=grid=1x1x1x1x1x1x1x1 -o /dev/null

// UNKNOWN: no such option
// GRID: error: 'builtin.module' op cannot be distributed: the grid '[[GRID]]' does not parse: write the size of each axis
// AXES: error: 'builtin.module' op cannot be distributed: the grid '1x1x1x1x1x1x1x1x1' has too many axes: at most 8 are supported
// NONE: error: 'builtin.module' op has no partition grid: give the pass the option grid

func.func @f() {
  return
}
