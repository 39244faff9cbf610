// The SPMD function's length does not depend on the number of partitions, here
// over arrays that are large enough for all of them, and in memories that are: how
// much a partition may hold tells whether loops go in strips. (Names of maps are printed
// ahead of the functions and do not count.)
//
// RUN: dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grid=8 memory-words=1000000000000},dmm-lower-affine{grid=8})' -o %t.8
// RUN: dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grid=1048576 memory-words=1000000000000},dmm-lower-affine{grid=1048576})' -o %t.1048576
// RUN: FileCheck %s --input-file=%t.8
// RUN: FileCheck %s --input-file=%t.1048576
// RUN: grep -v '^#map' %t.8 | wc -l > %t.8.lines
// RUN: grep -v '^#map' %t.1048576 | wc -l > %t.1048576.lines
// RUN: diff %t.8.lines %t.1048576.lines
//
// RUN: dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grid=2x4 memory-words=1000000000000},dmm-lower-affine{grid=2x4})' -o %t.2x4
// RUN: dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grid=1024x1024 memory-words=1000000000000},dmm-lower-affine{grid=1024x1024})' -o %t.1024x1024
// RUN: FileCheck %s --input-file=%t.2x4
// RUN: FileCheck %s --input-file=%t.1024x1024
// RUN: grep -v '^#map' %t.2x4 | wc -l > %t.2x4.lines
// RUN: grep -v '^#map' %t.1024x1024 | wc -l > %t.1024x1024.lines
// RUN: diff %t.2x4.lines %t.1024x1024.lines

// CHECK-LABEL: func.func @relax(
// CHECK: dmm.scatter
// CHECK: affine.for
// CHECK: dmm.gather
func.func @relax(%a: memref<3000000x4000xf64>, %b: memref<3000000x4000xf64>) {
  %half = arith.constant 0.5 : f64
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 2999999 {
      affine.for %j = 1 to 3999 {
        %0 = affine.load %a[%i - 1, %j] : memref<3000000x4000xf64>
        %1 = affine.load %a[%i, %j + 1] : memref<3000000x4000xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = arith.mulf %2, %half : f64
        affine.store %3, %b[%i, %j] : memref<3000000x4000xf64>
      }
    }
    affine.for %i = 0 to 3000000 {
      affine.for %j = 0 to 4000 {
        %0 = affine.load %b[%i, %j] : memref<3000000x4000xf64>
        affine.store %0, %a[%i, %j] : memref<3000000x4000xf64>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @product(
// CHECK: dmm.scatter
// CHECK: affine.for
// CHECK: dmm.gather
func.func @product(%a: memref<2500000x8xf32>, %b: memref<8x2500000xf32>,
                   %c: memref<2500000x2500000xf32>) {
  affine.for %i = 0 to 2500000 {
    affine.for %j = 0 to 2500000 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<2500000x8xf32>
        %1 = affine.load %b[%k, %j] : memref<8x2500000xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %c[%i, %j] : memref<2500000x2500000xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %c[%i, %j] : memref<2500000x2500000xf32>
      }
    }
  }
  return
}
