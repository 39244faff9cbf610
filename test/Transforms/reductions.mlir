// What partial sums become: neutral starts, messages in place and to a receive
// buffer, a root that varies with a loop.
//
// RUN: dmm-opt %s -split-input-file -dmm-lower-affine="grid=3" | FileCheck %s
// RUN: dmm-opt %s -split-input-file -dmm-classify="grid=3" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLASS

// A sum that starts at -0.0 leaves what it is added to as it is. Terms that are
// to be subtracted are subtracted from -0.0, and the result is added.
// CHECK-LABEL: func.func @neutral(
// CHECK-DAG: arith.constant -0.000000e+00 : f32
// CHECK-DAG: arith.constant -0.000000e+00 : f32
// CHECK-DAG: arith.constant 0x7FC00000 : f32
// CHECK-DAG: arith.constant 0xFF800000 : f32
// CHECK-DAG: arith.constant -2147483648 : i32
// CHECK:     affine.for
// CHECK-DAG: arith.addf
// CHECK-DAG: arith.subf
// CHECK-DAG: arith.maxnumf
// CHECK-DAG: arith.cmpf ogt
// CHECK-DAG: arith.maxsi
// CHECK:     }
// CHECK-DAG: dmm.reduce {{.*}}kind = "add"
// CHECK-DAG: dmm.reduce {{.*}}kind = "maxnumf"
// CHECK-DAG: dmm.reduce {{.*}}kind = "maxsi"
// CHECK-COUNT-2: arith.addf
// CLASS-DAG: affine: reduce of partial0 along axis 0{{.*}}P0 - 1 words each time (2 at most, 2 in all)
func.func @neutral(%x: memref<30xf32>, %n: memref<30xi32>, %a: memref<f32>,
                   %b: memref<f32>, %c: memref<f32>, %d: memref<f32>,
                   %e: memref<i32>) {
  affine.for %i = 0 to 30 {
    %v = affine.load %x[%i] : memref<30xf32>
    %0 = affine.load %a[] : memref<f32>
    %1 = arith.addf %0, %v : f32
    affine.store %1, %a[] : memref<f32>
    %2 = affine.load %b[] : memref<f32>
    %3 = arith.subf %2, %v : f32
    affine.store %3, %b[] : memref<f32>
    %4 = affine.load %c[] : memref<f32>
    %5 = arith.maxnumf %4, %v : f32
    affine.store %5, %c[] : memref<f32>
    %6 = affine.load %d[] : memref<f32>
    %7 = arith.cmpf ogt, %v, %6 : f32
    %8 = arith.select %7, %v, %6 : f32
    affine.store %8, %d[] : memref<f32>
    %9 = affine.load %n[%i] : memref<30xi32>
    %10 = affine.load %e[] : memref<i32>
    %11 = arith.maxsi %10, %9 : i32
    affine.store %11, %e[] : memref<i32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @scattered(
// CHECK: %[[P:.*]] = memref.alloc() : memref<16xf32>
// CHECK: %[[R:.*]] = memref.alloc() : memref<6xf32>
// CHECK: dmm.reduce %[[P]], %[[R]] {axes = array<i64: 0>, kind = "add", layout = #dmm.layout<[{block = 6 : i64, dim = 0 : i64, extent = 16 : i64}]>} : memref<16xf32>, memref<6xf32>
// CHECK: affine.for
// CHECK-NOT: dmm.transpose
// CLASS: affine: reduce_scatter of partial0 along axis 0{{.*}}(32 at most, 32 in all)
func.func @scattered(%a: memref<16x10xf32> {dmm.split = [-1, 0]},
                     %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %a[%i, %j] : memref<16x10xf32>
      %1 = affine.load %y[%i] : memref<16xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %y[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// The owner of element k gets the total, and subtracts nothing before.
// CHECK-LABEL: func.func @owner(
// CHECK: affine.for
// CHECK: %[[ROOT:.*]] = affine.apply
// CHECK: dmm.reduce %[[P:.*]], %[[P]] root(%[[ROOT]]) {axes = array<i64: 0>, kind = "xor"} : memref<i16>, memref<i16>
// CLASS: affine: reduce of partial0 along axis 0{{.*}}P0 - 1 words each time (2 at most, 18 in all)
func.func @owner(%a: memref<9x3000xi16> {dmm.split = [-1, 0]},
                 %y: memref<9xi16>, %z: memref<9xi16>) {
  %s = memref.alloca() : memref<i16>
  affine.for %k = 0 to 9 {
    %0 = affine.load %z[%k] : memref<9xi16>
    affine.store %0, %s[] : memref<i16>
    affine.for %j = 0 to 3000 {
      %1 = affine.load %a[%k, %j] : memref<9x3000xi16>
      %2 = affine.load %s[] : memref<i16>
      %3 = arith.xori %1, %2 : i16
      affine.store %3, %s[] : memref<i16>
    }
    %4 = affine.load %s[] : memref<i16>
    affine.store %4, %y[%k] : memref<9xi16>
  }
  return
}
