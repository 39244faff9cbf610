// --check compares every memref argument with the sequential program's.
//
// RUN: dmm-run %s --entry scale --grid 4 --check | FileCheck %s --check-prefix=OK
// RUN: dmm-run %s --entry scale --grid 4 --check --repeat 3 -O0 | FileCheck %s --check-prefix=OK
// OK: check: ok (exact)

// A value that is not finite is a failure unless the function declares it; NaN
// equals NaN.
// RUN: not dmm-run %s --entry blowup --grid 2 --check | FileCheck %s --check-prefix=BLOWUP
// RUN: not dmm-run %s --entry blowup --grid 2 --check --json 2>&1 | FileCheck %s --check-prefixes=BLOWUP,BLOWUP-JSON
// BLOWUP: check: FAILED: argument 0 at [0] is {{-?}}nan, and the function does not declare dmm.allow_nonfinite
// BLOWUP-JSON: "check": {
// BLOWUP-JSON-NEXT: "ok": false,
// BLOWUP-JSON-NEXT: "exact": true,
// RUN: dmm-run %s --entry declared --grid 2 --check | FileCheck %s --check-prefix=OK
// RUN: dmm-run %s --entry blowup --grid 2 | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED: @blowup on grid 2: ok

// @<entry>_init makes the initial contents, with the functions that it calls.
// RUN: rm -rf %t && mkdir %t
// RUN: dmm-run %s --entry shifted --grid 3 --check --out 0=%t/out.npy | FileCheck %s --check-prefix=OK
// RUN: %python %S/Inputs/npy.py read %t/out.npy | FileCheck %s --check-prefix=SHIFTED
// SHIFTED: <f4 c (5,) 101.0 101.0 101.0 101.0 101.0{{$}}

// It does so, too, where both are compiled for partitions already.
// RUN: dmm-opt %s --dmm-distribute=grid=3 --dmm-lower-affine -o %t/spmd.mlir
// RUN: dmm-run %t/spmd.mlir --entry shifted --out 0=%t/spmd.npy
// RUN: %python %S/Inputs/npy.py read %t/spmd.npy | FileCheck %s --check-prefix=SHIFTED
// RUN: dmm-opt %t/spmd.mlir --dmm-lower-to-runtime -o %t/calls.mlir
// RUN: dmm-run %t/calls.mlir --entry shifted --grid 3 --out 0=%t/calls.npy
// RUN: %python %S/Inputs/npy.py read %t/calls.npy | FileCheck %s --check-prefix=SHIFTED

// The program may come out of a pipe.
// RUN: cat %s | dmm-run /dev/stdin --entry declared --grid 2 --check | FileCheck %s --check-prefix=OK

// A program that is compiled already has no sequential one to be compared with.
// RUN: not dmm-run %s --entry spmd --grid 2 --check 2>&1 | FileCheck %s --check-prefix=SPMD
// SPMD: --check needs the sequential program, but @spmd is compiled for partitions already

func.func @scale(%a: f64, %x: memref<9xf64>) {
  affine.for %i = 0 to 9 {
    %0 = affine.load %x[%i] : memref<9xf64>
    %1 = arith.mulf %a, %0 : f64
    affine.store %1, %x[%i] : memref<9xf64>
  }
  return
}

func.func @blowup(%x: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %0 = affine.load %x[%i] : memref<9xf32>
    %1 = arith.mulf %0, %zero : f32
    %2 = arith.divf %1, %zero : f32
    affine.store %2, %x[%i] : memref<9xf32>
  }
  return
}

func.func @declared(%x: memref<9xf32>) attributes {dmm.allow_nonfinite} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %0 = affine.load %x[%i] : memref<9xf32>
    %1 = arith.mulf %0, %zero : f32
    %2 = arith.divf %1, %zero : f32
    affine.store %2, %x[%i] : memref<9xf32>
  }
  return
}

func.func @shifted(%x: memref<5xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 5 {
    %0 = affine.load %x[%i] : memref<5xf32>
    %1 = arith.addf %0, %one : f32
    affine.store %1, %x[%i] : memref<5xf32>
  }
  return
}

func.func @shifted_init(%x: memref<5xf32>) {
  call @fill(%x) : (memref<5xf32>) -> ()
  return
}

func.func private @fill(%x: memref<5xf32>) {
  %hundred = arith.constant 100.0 : f32
  affine.for %i = 0 to 5 {
    affine.store %hundred, %x[%i] : memref<5xf32>
  }
  return
}

func.func @spmd(%x: memref<5xf32>) attributes {dmm.spmd} {
  return
}
