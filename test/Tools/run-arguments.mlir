// Arguments of all kinds go in by file, by number, by sizes and by seed, and
// come out by file.
//
// RUN: rm -rf %t && mkdir %t

// A file in, the program's answer out, for every version of the format.
// RUN: %python %S/Inputs/npy.py write %t/x.npy '<f4' 3x2 1 2 3 4 5 6
// RUN: %python %S/Inputs/npy.py write %t/y.npy '<f4' 3x2 0.5 0 0 0 0 -7 --version 2
// RUN: %python %S/Inputs/npy.py write %t/z.npy '<f4' 3x2 0 0 0 0 0 0 --version 3
// RUN: dmm-run %s --entry axpy --grid 2 --check --arg 0=2.5 --arg 1=%t/x.npy --arg 2=%t/y.npy --out 2=%t/out.npy
// RUN: %python %S/Inputs/npy.py read %t/out.npy | FileCheck %s --check-prefix=AXPY
// RUN: dmm-run %s --entry axpy --grid 2 --check --arg 0=2.5 --arg 1=%t/x.npy --arg 2=%t/z.npy --out 2=%t/out.npy
// RUN: %python %S/Inputs/npy.py read %t/out.npy | FileCheck %s --check-prefix=VERSION3
// AXPY: <f4 c (3, 2) 3.0 5.0 7.5 10.0 12.5 8.0
// VERSION3: <f4 c (3, 2) 2.5 5.0 7.5 10.0 12.5 15.0

// Sizes that repeat a static shape are allowed, and the seed decides the rest.
// RUN: dmm-run %s --entry axpy --arg 1=3x2 --out 1=%t/a.npy --seed 1
// RUN: dmm-run %s --entry axpy --out 1=%t/b.npy --seed 1 --grid 3
// RUN: dmm-run %s --entry axpy --out 1=%t/c.npy --seed 2
// RUN: cmp %t/a.npy %t/b.npy
// RUN: not cmp %t/a.npy %t/c.npy

// Every element type has its type in the file.
// RUN: dmm-run %s --entry types --grid 2 --check --out 0=%t/0.npy --out 1=%t/1.npy --out 2=%t/2.npy --out 3=%t/3.npy --out 4=%t/4.npy --out 5=%t/5.npy --out 6=%t/6.npy --out 7=%t/7.npy --out 8=%t/8.npy --out 9=%t/9.npy --out 10=%t/10.npy --out 11=%t/11.npy
// RUN: %python %S/Inputs/npy.py read %t/0.npy %t/1.npy %t/2.npy %t/3.npy %t/4.npy %t/5.npy %t/6.npy %t/7.npy %t/8.npy %t/9.npy %t/10.npy %t/11.npy | FileCheck %s --check-prefix=TYPES
// TYPES:      {{^}}|b1 c (4,) {{(True|False)}}
// TYPES-NEXT: {{^}}|i1 c (4,) {{-?[0-8]}} {{-?[0-8]}}
// TYPES-NEXT: {{^}}<i2 c (4,) {{-?[0-8]}} {{-?[0-8]}}
// TYPES-NEXT: {{^}}<i4 c (4,) {{-?[0-8]}} {{-?[0-8]}}
// TYPES-NEXT: {{^}}<i8 c (4,) {{-?[0-8]}} {{-?[0-8]}}
// TYPES-NEXT: {{^}}<i8 c (4,) {{[0-7]}} {{[0-7]}}
// TYPES-NEXT: {{^}}<f2 c (4,) {{-?0.[0-9]+}} {{-?0.[0-9]+}}
// TYPES-NEXT: {{^}}|V2 c (4,) {{[0-9]+}} {{[0-9]+}}
// TYPES-NEXT: {{^}}<f4 c (4,) {{-?0.[0-9]+}} {{-?0.[0-9]+}}
// TYPES-NEXT: {{^}}<f8 c (4,) {{-?0.[0-9]+}} {{-?0.[0-9]+}}
// TYPES-NEXT: {{^}}<c8 c (4,) {{-?0.[0-9]+,-?0.[0-9]+}} {{-?0.[0-9]+,-?0.[0-9]+}}
// TYPES-NEXT: {{^}}<c16 c (4,) {{-?0.[0-9]+,-?0.[0-9]+}} {{-?0.[0-9]+,-?0.[0-9]+}}

// What was written is read again: seed 9 would give other values.
// RUN: dmm-run %s --entry types --seed 9 --arg 0=%t/0.npy --arg 6=%t/6.npy --arg 7=%t/7.npy --arg 11=%t/11.npy --out 0=%t/0b.npy --out 6=%t/6b.npy --out 7=%t/7b.npy --out 11=%t/11b.npy --out 9=%t/9b.npy
// RUN: cmp %t/0.npy %t/0b.npy
// RUN: cmp %t/6.npy %t/6b.npy
// RUN: cmp %t/7.npy %t/7b.npy
// RUN: cmp %t/11.npy %t/11b.npy
// RUN: not cmp %t/9.npy %t/9b.npy

func.func @axpy(%alpha: f32, %x: memref<3x2xf32>, %y: memref<3x2xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      %0 = affine.load %x[%i, %j] : memref<3x2xf32>
      %1 = arith.mulf %alpha, %0 : f32
      %2 = affine.load %y[%i, %j] : memref<3x2xf32>
      %3 = arith.addf %1, %2 : f32
      affine.store %3, %y[%i, %j] : memref<3x2xf32>
    }
  }
  return
}

// Only the last one is written: the others keep their initial contents.
func.func @types(%i1: memref<4xi1>, %i8: memref<4xi8>, %i16: memref<4xi16>,
                 %i32: memref<4xi32>, %i64: memref<4xi64>,
                 %index: memref<4xindex>, %f16: memref<4xf16>,
                 %bf16: memref<4xbf16>, %f32: memref<4xf32>,
                 %f64: memref<4xf64>, %c32: memref<4xcomplex<f32>>,
                 %c64: memref<4xcomplex<f64>>, %copy: memref<4xcomplex<f64>>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %c64[%i] : memref<4xcomplex<f64>>
    affine.store %0, %copy[%i] : memref<4xcomplex<f64>>
  }
  return
}
