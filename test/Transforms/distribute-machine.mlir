// On a machine, the layouts of all arrays are chosen together, by what all
// nests cost. Here: h = relu(x w1), z = h w2, y = z / (1 + sum of z * z in a
// row).
//
// RUN: dmm-opt %s -split-input-file -dmm-distribute="grid=8 machine=kpu-cluster" | dmm-opt -split-input-file -dmm-lower-affine=grid=8 | FileCheck %s

// dmm-classify tells of the same layouts before they are chosen, whether an
// option or the module says what the machine is; without one, it goes by words.
// RUN: dmm-opt %s -split-input-file -dmm-classify="grid=8 machine=kpu-cluster" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLASSIFY --implicit-check-not="all_gather of local" --implicit-check-not=all_reduce
// RUN: dmm-opt %s -split-input-file -dmm-distribute="grid=8 machine=kpu-cluster" 2>/dev/null | dmm-opt -split-input-file -dmm-classify -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLASSIFY --implicit-check-not="all_gather of local" --implicit-check-not=all_reduce
// RUN: echo 'module attributes {dmm.grid = array<i64: 8>, dmm.machine = "kpu-cluster"} {' > %t.mlir
// RUN: sed -n '/@one(/,$p' %s >> %t.mlir
// RUN: echo '}' >> %t.mlir
// RUN: dmm-opt %t.mlir -dmm-classify -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLASSIFY --implicit-check-not="all_gather of local" --implicit-check-not=all_reduce
// RUN: dmm-opt %s -split-input-file -dmm-classify=grid=8 -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORDS
// CLASSIFY: remark: affine: reduce of partial0 along axis 0, 32 * (P0 - 1) words
// WORDS-DAG: remark: affine: all_gather of local6 along axis 0
// WORDS-DAG: remark: affine: all_reduce of partial0 along axis 0

// Rows of the batch stay whole on a partition: nothing of what is computed
// crosses, and of the inputs each partition gets what it needs before any loop.
// CHECK-LABEL: func.func @batch
// CHECK-SAME: memref<64x32xf32> {dmm.layout = #dmm.layout<[{block = 8 : i64, dim = 0 : i64, extent = 64 : i64}]>
// CHECK-NOT: dmm.{{reduce|all_reduce|transpose|broadcast}}
// CHECK-NOT: dmm.gather{{.*}}dim = 0
// CHECK: dmm.gather %{{.*}}, %arg3
// CHECK-NOT: dmm.{{[a-z_]+}} %
// CHECK: return
func.func @batch(%x: memref<64x32xf32>, %w1: memref<32x64xf32>, %w2: memref<64x32xf32>, %y: memref<64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %h = memref.alloc() : memref<64x64xf32>
  %z = memref.alloc() : memref<64x32xf32>
  affine.for %b = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %zero, %h[%b, %j] : memref<64x64xf32>
      affine.for %k = 0 to 32 {
        %0 = affine.load %x[%b, %k] : memref<64x32xf32>
        %1 = affine.load %w1[%k, %j] : memref<32x64xf32>
        %2 = affine.load %h[%b, %j] : memref<64x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %h[%b, %j] : memref<64x64xf32>
      }
      %5 = affine.load %h[%b, %j] : memref<64x64xf32>
      %6 = arith.maximumf %5, %zero : f32
      affine.store %6, %h[%b, %j] : memref<64x64xf32>
    }
  }
  affine.for %b = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %z[%b, %j] : memref<64x32xf32>
      affine.for %k = 0 to 64 {
        %0 = affine.load %h[%b, %k] : memref<64x64xf32>
        %1 = affine.load %w2[%k, %j] : memref<64x32xf32>
        %2 = affine.load %z[%b, %j] : memref<64x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %z[%b, %j] : memref<64x32xf32>
      }
    }
  }
  affine.for %b = 0 to 64 {
    %sum = affine.for %j = 0 to 32 iter_args(%acc = %one) -> f32 {
      %0 = affine.load %z[%b, %j] : memref<64x32xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %acc, %1 : f32
      affine.yield %2 : f32
    }
    affine.for %j = 0 to 32 {
      %0 = affine.load %z[%b, %j] : memref<64x32xf32>
      %1 = arith.divf %0, %sum : f32
      affine.store %1, %y[%b, %j] : memref<64x32xf32>
    }
  }
  memref.dealloc %h : memref<64x64xf32>
  memref.dealloc %z : memref<64x32xf32>
  return
}

// -----

// One row: its features are shared out instead, those of h by the columns of w1
// and the rows of w2, and one reduction combines what the partitions have of z.
// CHECK-LABEL: func.func @one
// CHECK-SAME: memref<32x64xf32> {dmm.layout = #dmm.layout<[{block = 8 : i64, dim = 1 : i64, extent = 64 : i64}]>
// CHECK-SAME: memref<64x32xf32> {dmm.layout = #dmm.layout<[{block = 8 : i64, dim = 0 : i64, extent = 64 : i64}]>
// CHECK-NOT: dmm.transpose
// CHECK: dmm.{{all_reduce|reduce}}
// CHECK-NOT: dmm.{{transpose|reduce|all_reduce|broadcast}}
// CHECK: return
func.func @one(%x: memref<1x32xf32>, %w1: memref<32x64xf32>, %w2: memref<64x32xf32>, %y: memref<1x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %h = memref.alloc() : memref<1x64xf32>
  %z = memref.alloc() : memref<1x32xf32>
  affine.for %b = 0 to 1 {
    affine.for %j = 0 to 64 {
      affine.store %zero, %h[%b, %j] : memref<1x64xf32>
      affine.for %k = 0 to 32 {
        %0 = affine.load %x[%b, %k] : memref<1x32xf32>
        %1 = affine.load %w1[%k, %j] : memref<32x64xf32>
        %2 = affine.load %h[%b, %j] : memref<1x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %h[%b, %j] : memref<1x64xf32>
      }
      %5 = affine.load %h[%b, %j] : memref<1x64xf32>
      %6 = arith.maximumf %5, %zero : f32
      affine.store %6, %h[%b, %j] : memref<1x64xf32>
    }
  }
  affine.for %b = 0 to 1 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %z[%b, %j] : memref<1x32xf32>
      affine.for %k = 0 to 64 {
        %0 = affine.load %h[%b, %k] : memref<1x64xf32>
        %1 = affine.load %w2[%k, %j] : memref<64x32xf32>
        %2 = affine.load %z[%b, %j] : memref<1x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %z[%b, %j] : memref<1x32xf32>
      }
    }
  }
  affine.for %b = 0 to 1 {
    %sum = affine.for %j = 0 to 32 iter_args(%acc = %one) -> f32 {
      %0 = affine.load %z[%b, %j] : memref<1x32xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %acc, %1 : f32
      affine.yield %2 : f32
    }
    affine.for %j = 0 to 32 {
      %0 = affine.load %z[%b, %j] : memref<1x32xf32>
      %1 = arith.divf %0, %sum : f32
      affine.store %1, %y[%b, %j] : memref<1x32xf32>
    }
  }
  memref.dealloc %h : memref<1x64xf32>
  memref.dealloc %z : memref<1x32xf32>
  return
}
