// The lengths of the shortest paths between all pairs of N nodes. The
// initialisation makes the weights of the arcs positive.
//
// RUN: %check_run %s --entry floyd_warshall --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry floyd_warshall_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=13 --arg 1=13x13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @floyd_warshall(
// CHECK-DAG: func.func @floyd_warshall_dynamic(

func.func @floyd_warshall_init(%path: memref<13x13xi32>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %path[%i, %j] : memref<13x13xi32>
      %1 = affine.load %path[%i, %j] : memref<13x13xi32>
      %2 = arith.muli %0, %1 : i32
      %3 = affine.apply affine_map<(d0, d1) -> (5 * d0 + 3 * d1 + 1)>(%i, %j)
      %4 = arith.index_cast %3 : index to i32
      %5 = arith.addi %2, %4 : i32
      affine.store %5, %path[%i, %j] : memref<13x13xi32>
    }
  }
  return
}

func.func @floyd_warshall(%path: memref<13x13xi32>) {
  affine.for %k = 0 to 13 {
    affine.for %i = 0 to 13 {
      affine.for %j = 0 to 13 {
        %0 = affine.load %path[%i, %j] : memref<13x13xi32>
        %1 = affine.load %path[%i, %k] : memref<13x13xi32>
        %2 = affine.load %path[%k, %j] : memref<13x13xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi slt, %0, %3 : i32
        %5 = affine.load %path[%i, %j] : memref<13x13xi32>
        %6 = affine.load %path[%i, %k] : memref<13x13xi32>
        %7 = affine.load %path[%k, %j] : memref<13x13xi32>
        %8 = arith.addi %6, %7 : i32
        %9 = arith.select %4, %5, %8 : i32
        affine.store %9, %path[%i, %j] : memref<13x13xi32>
      }
    }
  }
  return
}

func.func @floyd_warshall_dynamic_init(%n: i32, %path: memref<?x13xi32>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      %0 = affine.load %path[%i, %j] : memref<?x13xi32>
      %1 = affine.load %path[%i, %j] : memref<?x13xi32>
      %2 = arith.muli %0, %1 : i32
      %3 = affine.apply affine_map<(d0, d1) -> (5 * d0 + 3 * d1 + 1)>(%i, %j)
      %4 = arith.index_cast %3 : index to i32
      %5 = arith.addi %2, %4 : i32
      affine.store %5, %path[%i, %j] : memref<?x13xi32>
    }
  }
  return
}

func.func @floyd_warshall_dynamic(%n: i32, %path: memref<?x13xi32>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %k = 0 to %n_size {
    affine.for %i = 0 to %n_size {
      affine.for %j = 0 to %n_size {
        %0 = affine.load %path[%i, %j] : memref<?x13xi32>
        %1 = affine.load %path[%i, %k] : memref<?x13xi32>
        %2 = affine.load %path[%k, %j] : memref<?x13xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi slt, %0, %3 : i32
        %5 = affine.load %path[%i, %j] : memref<?x13xi32>
        %6 = affine.load %path[%i, %k] : memref<?x13xi32>
        %7 = affine.load %path[%k, %j] : memref<?x13xi32>
        %8 = arith.addi %6, %7 : i32
        %9 = arith.select %4, %5, %8 : i32
        affine.store %9, %path[%i, %j] : memref<?x13xi32>
      }
    }
  }
  return
}
