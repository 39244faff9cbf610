// The folding of an RNA sequence of N bases that pairs most of them: table(i, j)
// is the best score of the bases i to j. Bases pair where their numbers, 0 to 3,
// sum to 3; the initialisation draws them from what the sequence holds.
//
// RUN: %check_run %s --entry nussinov --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry nussinov_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=15 --arg 1=15 --arg 2=15x15
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @nussinov(
// CHECK-DAG: func.func @nussinov_dynamic(

func.func @nussinov_init(%seq: memref<15xi8>, %table: memref<15x15xi32>) {
  %cst = arith.constant 3 : i8
  %cst_0 = arith.constant 0 : i32
  affine.for %i = 0 to 15 {
    %0 = affine.load %seq[%i] : memref<15xi8>
    %1 = arith.andi %0, %cst : i8
    affine.store %1, %seq[%i] : memref<15xi8>
  }
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 15 {
      affine.store %cst_0, %table[%i, %j] : memref<15x15xi32>
    }
  }
  return
}

func.func @nussinov(%seq: memref<15xi8>, %table: memref<15x15xi32>) {
  %cst = arith.constant 3 : i32
  %cst_0 = arith.constant 1 : i32
  %cst_1 = arith.constant 0 : i32
  affine.for %i = 0 to 15 {
    affine.for %j = affine_map<(d0) -> (15 - d0)>(%i) to 15 {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        %0 = affine.load %table[14 - %i, %j] : memref<15x15xi32>
        %1 = affine.load %table[14 - %i, %j - 1] : memref<15x15xi32>
        %2 = arith.cmpi sge, %0, %1 : i32
        %3 = arith.select %2, %0, %1 : i32
        affine.store %3, %table[14 - %i, %j] : memref<15x15xi32>
      }
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %0 = affine.load %table[14 - %i, %j] : memref<15x15xi32>
        %1 = affine.load %table[15 - %i, %j] : memref<15x15xi32>
        %2 = arith.cmpi sge, %0, %1 : i32
        %3 = arith.select %2, %0, %1 : i32
        affine.store %3, %table[14 - %i, %j] : memref<15x15xi32>
      }
      affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%j, %i) {
        affine.if affine_set<(d0, d1) : (d0 + d1 - 16 >= 0)>(%j, %i) {
          %0 = affine.load %table[14 - %i, %j] : memref<15x15xi32>
          %1 = affine.load %table[15 - %i, %j - 1] : memref<15x15xi32>
          %2 = affine.load %seq[14 - %i] : memref<15xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = affine.load %seq[%j] : memref<15xi8>
          %5 = arith.extsi %4 : i8 to i32
          %6 = arith.addi %3, %5 : i32
          %7 = arith.cmpi eq, %6, %cst : i32
          %8 = arith.select %7, %cst_0, %cst_1 : i32
          %9 = arith.addi %1, %8 : i32
          %10 = arith.cmpi sge, %0, %9 : i32
          %11 = arith.select %10, %0, %9 : i32
          affine.store %11, %table[14 - %i, %j] : memref<15x15xi32>
        } else {
          %0 = affine.load %table[14 - %i, %j] : memref<15x15xi32>
          %1 = affine.load %table[15 - %i, %j - 1] : memref<15x15xi32>
          %2 = arith.cmpi sge, %0, %1 : i32
          %3 = arith.select %2, %0, %1 : i32
          affine.store %3, %table[14 - %i, %j] : memref<15x15xi32>
        }
      }
      affine.for %k = affine_map<(d0) -> (15 - d0)>(%i) to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %table[14 - %i, %j] : memref<15x15xi32>
        %1 = affine.load %table[14 - %i, %k] : memref<15x15xi32>
        %2 = affine.load %table[%k + 1, %j] : memref<15x15xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi sge, %0, %3 : i32
        %5 = arith.select %4, %0, %3 : i32
        affine.store %5, %table[14 - %i, %j] : memref<15x15xi32>
      }
    }
  }
  return
}

func.func @nussinov_dynamic_init(%n: i32, %seq: memref<?xi8>,
                                 %table: memref<?x15xi32>) {
  %cst = arith.constant 3 : i8
  %cst_0 = arith.constant 0 : i32
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    %0 = affine.load %seq[%i] : memref<?xi8>
    %1 = arith.andi %0, %cst : i8
    affine.store %1, %seq[%i] : memref<?xi8>
  }
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      affine.store %cst_0, %table[%i, %j] : memref<?x15xi32>
    }
  }
  return
}

func.func @nussinov_dynamic(%n: i32, %seq: memref<?xi8>,
                            %table: memref<?x15xi32>) {
  %cst = arith.constant 3 : i32
  %cst_0 = arith.constant 1 : i32
  %cst_1 = arith.constant 0 : i32
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n_size] to %n_size {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        %0 = affine.load %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
        %1 = affine.load %table[symbol(%n_size) - %i - 1, %j - 1] : memref<?x15xi32>
        %2 = arith.cmpi sge, %0, %1 : i32
        %3 = arith.select %2, %0, %1 : i32
        affine.store %3, %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
      }
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %0 = affine.load %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
        %1 = affine.load %table[symbol(%n_size) - %i, %j] : memref<?x15xi32>
        %2 = arith.cmpi sge, %0, %1 : i32
        %3 = arith.select %2, %0, %1 : i32
        affine.store %3, %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
      }
      affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%j, %i) {
        affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - s0 - 1 >= 0)>(%j, %i)[%n_size] {
          %0 = affine.load %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
          %1 = affine.load %table[symbol(%n_size) - %i, %j - 1] : memref<?x15xi32>
          %2 = affine.load %seq[symbol(%n_size) - %i - 1] : memref<?xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = affine.load %seq[%j] : memref<?xi8>
          %5 = arith.extsi %4 : i8 to i32
          %6 = arith.addi %3, %5 : i32
          %7 = arith.cmpi eq, %6, %cst : i32
          %8 = arith.select %7, %cst_0, %cst_1 : i32
          %9 = arith.addi %1, %8 : i32
          %10 = arith.cmpi sge, %0, %9 : i32
          %11 = arith.select %10, %0, %9 : i32
          affine.store %11, %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
        } else {
          %0 = affine.load %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
          %1 = affine.load %table[symbol(%n_size) - %i, %j - 1] : memref<?x15xi32>
          %2 = arith.cmpi sge, %0, %1 : i32
          %3 = arith.select %2, %0, %1 : i32
          affine.store %3, %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
        }
      }
      affine.for %k = affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n_size] to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
        %1 = affine.load %table[symbol(%n_size) - %i - 1, %k] : memref<?x15xi32>
        %2 = affine.load %table[%k + 1, %j] : memref<?x15xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi sge, %0, %3 : i32
        %5 = arith.select %4, %0, %3 : i32
        affine.store %5, %table[symbol(%n_size) - %i - 1, %j] : memref<?x15xi32>
      }
    }
  }
  return
}
