// The words that cross partitions, as many as must: what a partition reads and
// does not own, or what it owns of an array that the root has.
//
// RUN: split-file %s %t
// RUN: %check_run %t/axpy.mlir --entry axpy --grids 1,2,3,4,5,8,13 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='P-1' --words dmm.scatter='2*(100-block(100,P))' --words dmm.gather='100-block(100,P)'
// RUN: %check_run %t/dot.mlir --entry dot --grids 1,2,3,4,5,8,13 --distributed 0 --ops dmm.reduce,dmm.scatter,dmm.gather --words dmm.reduce='P-1' --words dmm.scatter='2*(100-block(100,P))' --words dmm.gather=0
// RUN: %check_run %t/nrm2.mlir --entry nrm2 --grids 1,2,3,4,5,8,13 --distributed 0 --ops dmm.reduce,dmm.scatter,dmm.gather --words dmm.reduce='P-1' --words dmm.scatter='100-block(100,P)' --words dmm.gather=0

// Between layouts that the user asks for. The root of the last two has a row of
// the matrix; each partition needs its part of it, or gives it.
// RUN: %check_run %t/transpose.mlir --entry transpose --grids 1,2,3,4,8 --distributed 1 --ops dmm.transpose,dmm.scatter,dmm.gather --words dmm.transpose='24*24-24*block(24,P)'
// RUN: %check_run %t/scatter.mlir --entry scatter --grids 2,3,4,5,8 --ops dmm.transpose,dmm.scatter,dmm.gather --words dmm.transpose='24-block(24,P)'
// RUN: %check_run %t/gather.mlir --entry gather --grids 2,3,4,5,8 --distributed 0 --ops dmm.transpose,dmm.scatter,dmm.gather --words dmm.transpose='24-block(24,P)'

// C = A B on a plane of partitions: each row of it needs the rows of A, each
// column the columns of B, whether they are passed on or gathered.
// RUN: %check_run %t/gemm.mlir --entry gemm --grids 1x1,2x2,3x3 --distributed 2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='12*18*(C-1)+18*24*(R-1)' --words dmm.scatter='12*18-12*18//R+18*24-18*24//R'
// RUN: dmm-run %t/gemm.mlir --entry gemm --grid 2x2 --opt mode=never --check --simulate --stats | FileCheck %t/gemm.mlir
// RUN: dmm-run %t/gemm.mlir --entry gemm --grid 3x3 --opt mode=never --check --simulate --stats | FileCheck %t/gemm.mlir --check-prefix=NINE

// A chain of two products: the features of the first are the terms of the
// second. Each partition has a partial sum of everything, and gets its part.
// RUN: %check_run %t/chain.mlir --entry chain --grids 2,3,4,5,8 --distributed 2 --ops fabric.recv,fabric.send,dmm.reduce,dmm.scatter,dmm.gather --calls dmm.reduce=1 --words dmm.reduce='(P-1)*24*12'

// A vector that is cut comes together by an all-gather, a matrix that is cut
// along its columns makes partial sums.
// RUN: dmm-run %t/gemv.mlir --entry rows --grid 4 --opt mode=never --check --simulate --stats | FileCheck %t/gemv.mlir --check-prefix=ROWS --implicit-check-not=fabric --implicit-check-not=dmm.reduce
// RUN: dmm-run %t/gemv.mlir --entry columns --grid 4 --opt mode=never --check --simulate --stats | FileCheck %t/gemv.mlir --check-prefix=COLUMNS --implicit-check-not=fabric --implicit-check-not=dmm.transpose

//--- axpy.mlir
func.func @axpy(%a: f64, %x: memref<100xf64>, %y: memref<100xf64>) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %x[%i] : memref<100xf64>
    %1 = arith.mulf %a, %0 : f64
    %2 = affine.load %y[%i] : memref<100xf64>
    %3 = arith.addf %1, %2 : f64
    affine.store %3, %y[%i] : memref<100xf64>
  }
  return
}

//--- dot.mlir
func.func @dot(%x: memref<100xf64>, %y: memref<100xf64>, %s: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  affine.store %zero, %s[] : memref<f64>
  affine.for %i = 0 to 100 {
    %0 = affine.load %x[%i] : memref<100xf64>
    %1 = affine.load %y[%i] : memref<100xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = affine.load %s[] : memref<f64>
    %4 = arith.addf %3, %2 : f64
    affine.store %4, %s[] : memref<f64>
  }
  return
}

//--- nrm2.mlir
func.func @nrm2(%x: memref<100xf64>, %s: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  affine.store %zero, %s[] : memref<f64>
  affine.for %i = 0 to 100 {
    %0 = affine.load %x[%i] : memref<100xf64>
    %1 = arith.mulf %0, %0 : f64
    %2 = affine.load %s[] : memref<f64>
    %3 = arith.addf %2, %1 : f64
    affine.store %3, %s[] : memref<f64>
  }
  %0 = affine.load %s[] : memref<f64>
  %1 = math.sqrt %0 : f64
  affine.store %1, %s[] : memref<f64>
  return
}

//--- transpose.mlir
func.func @transpose(%x: memref<24x24xf64> {dmm.split = [0, -1]}, %y: memref<24x24xf64> {dmm.split = [0, -1]}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      %0 = affine.load %x[%j, %i] : memref<24x24xf64>
      affine.store %0, %y[%i, %j] : memref<24x24xf64>
    }
  }
  return
}

//--- scatter.mlir
func.func @scatter(%x: memref<8x24xf64> {dmm.split = [0, -1]}, %y: memref<24xf64>) {
  affine.for %i = 0 to 24 {
    %0 = affine.load %x[0, %i] : memref<8x24xf64>
    %1 = arith.negf %0 : f64
    affine.store %1, %y[%i] : memref<24xf64>
  }
  return
}

//--- gather.mlir
func.func @gather(%x: memref<24xf64>, %y: memref<8x24xf64> {dmm.split = [0, -1]}) {
  affine.for %i = 0 to 24 {
    %0 = affine.load %x[%i] : memref<24xf64>
    %1 = arith.negf %0 : f64
    affine.store %1, %y[0, %i] : memref<8x24xf64>
  }
  return
}

//--- gemm.mlir
func.func @gemm(%a: memref<12x18xf64>, %b: memref<18x24xf64>, %c: memref<12x24xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 24 {
      affine.store %zero, %c[%i, %j] : memref<12x24xf64>
      affine.for %k = 0 to 18 {
        %0 = affine.load %a[%i, %k] : memref<12x18xf64>
        %1 = affine.load %b[%k, %j] : memref<18x24xf64>
        %2 = affine.load %c[%i, %j] : memref<12x24xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<12x24xf64>
      }
    }
  }
  return
}
// 12 * 18 + 18 * 24 words, and 12 * 24 - 12 * 24 / 4 at the end.
// CHECK: dmm.gather 5 {{[0-9]+}} 864
// NINE: dmm.gather 7 {{[0-9]+}} 1552

//--- chain.mlir
func.func @chain(%x: memref<24x12xf64>, %w: memref<12x24xf64>, %h: memref<24x24xf64> {dmm.split = [-1, 0]}, %v: memref<24x12xf64>, %y: memref<24x12xf64> {dmm.split = [0, -1]}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      affine.for %k = 0 to 12 {
        %0 = affine.load %x[%i, %k] : memref<24x12xf64>
        %1 = affine.load %w[%k, %j] : memref<12x24xf64>
        %2 = affine.load %h[%i, %j] : memref<24x24xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %h[%i, %j] : memref<24x24xf64>
      }
    }
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 24 {
        %0 = affine.load %h[%i, %k] : memref<24x24xf64>
        %1 = affine.load %v[%k, %j] : memref<24x12xf64>
        %2 = affine.load %y[%i, %j] : memref<24x12xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %y[%i, %j] : memref<24x12xf64>
      }
    }
  }
  return
}

//--- gemv.mlir
func.func @rows(%a: memref<12x12xf64> {dmm.split = [0, -1]}, %x: memref<12xf64> {dmm.split = [0]}, %y: memref<12xf64> {dmm.split = [0]}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      %0 = affine.load %a[%i, %j] : memref<12x12xf64>
      %1 = affine.load %x[%j] : memref<12xf64>
      %2 = affine.load %y[%i] : memref<12xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<12xf64>
    }
  }
  return
}
func.func @columns(%a: memref<12x12xf64> {dmm.split = [-1, 0]}, %x: memref<12xf64> {dmm.split = [0]}, %y: memref<12xf64> {dmm.split = [0]}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      %0 = affine.load %a[%i, %j] : memref<12x12xf64>
      %1 = affine.load %x[%j] : memref<12xf64>
      %2 = affine.load %y[%i] : memref<12xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<12xf64>
    }
  }
  return
}
// 12 * 3 words to all, and 12 - 3 at the end.
// ROWS: dmm.gather 2 {{[0-9]+}} 45
// Three parts of 3 words to each of 4 partitions.
// COLUMNS: dmm.reduce 1 12 36
