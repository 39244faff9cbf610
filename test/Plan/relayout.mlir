// Arrays that are laid out anew for some loops.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/sweeps.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/sweeps.mlir
// RUN: dmm-run %t/sweeps.mlir --grid 13 --check --simulate 2>&1 | FileCheck %t/sweeps.mlir --check-prefix=MANY
// RUN: dmm-run %t/rows.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/rows.mlir
// RUN: dmm-run %t/given.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/given.mlir
// RUN: dmm-opt %t/sweeps.mlir -dmm-distribute=grid=3 | FileCheck %t/sweeps.mlir --check-prefix=IR
// RUN: dmm-opt %t/sweeps.mlir -dmm-distribute=grid=3 -dmm-lower-affine=grid=3 | FileCheck %t/sweeps.mlir --check-prefix=SPMD

//--- sweeps.mlir
// Rows are swept, then columns: the columns' sweep works on a copy that is cut
// the other way, brought and taken back by one exchange each.
// CHECK: remark: arg0 is laid out anew for this loop: it sweeps across what the rest of the function shares out
// CHECK: arg0: 12x12xf64
// CHECK-NEXT: axis 0: dim [[HERE:[01]]] sharded
// CHECK: local1: 12x12xf64
// CHECK-NEXT: axis 0: dim {{[01]}} sharded
// CHECK: messages:
// CHECK: M0: transpose arg0 over axis 0
// CHECK: M1: transpose local1 over axis 0
// CHECK-NEXT: why
// CHECK: M2: scatter
// CHECK-NOT: loop is not distributed
// CHECK: simulation: ok
// CHECK: check: ok (exact)
// MANY: simulation: ok
// MANY: check: ok (exact)
// IR: memref.alloc() {dmm.layout = {{.*}}, dmm.split = [{{.*}}], dmm.version} : memref<12x12xf64>
// SPMD: dmm.scatter
// SPMD: affine.for %{{.*}} = 0 to 4
// SPMD: dmm.transpose
// SPMD: dmm.transpose
// SPMD-NOT: dmm.transpose
// SPMD: dmm.gather
func.func @sweeps(%a: memref<12x12xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 12 {
      affine.for %j = 1 to 12 {
        %0 = affine.load %a[%i, %j - 1] : memref<12x12xf64>
        %1 = affine.load %a[%i, %j] : memref<12x12xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %a[%i, %j] : memref<12x12xf64>
      }
    }
    affine.for %j = 0 to 12 {
      affine.for %i = 1 to 12 {
        %0 = affine.load %a[%i - 1, %j] : memref<12x12xf64>
        %1 = affine.load %a[%i, %j] : memref<12x12xf64>
        %2 = arith.subf %1, %0 : f64
        affine.store %2, %a[%i, %j] : memref<12x12xf64>
      }
    }
  }
  return
}

//--- rows.mlir
// Both sweeps go along rows: one layout serves them.
// CHECK-NOT: laid out anew
// CHECK-NOT: local
// CHECK: check: ok (exact)
func.func @rows(%a: memref<12x12xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 12 {
      affine.for %j = 1 to 12 {
        %0 = affine.load %a[%i, %j - 1] : memref<12x12xf64>
        affine.store %0, %a[%i, %j] : memref<12x12xf64>
      }
    }
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to 11 {
        %0 = affine.load %a[%i, 11 - %j] : memref<12x12xf64>
        affine.store %0, %a[%i, 10 - %j] : memref<12x12xf64>
      }
    }
  }
  return
}

//--- given.mlir
// The user said where the array lies.
// CHECK-NOT: laid out anew
// CHECK: check: ok (exact)
func.func @given(%a: memref<12x12xf64> {dmm.split = [0, -1]}) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 12 {
      affine.for %j = 1 to 12 {
        %0 = affine.load %a[%i, %j - 1] : memref<12x12xf64>
        affine.store %0, %a[%i, %j] : memref<12x12xf64>
      }
    }
    affine.for %j = 0 to 12 {
      affine.for %i = 1 to 12 {
        %0 = affine.load %a[%i - 1, %j] : memref<12x12xf64>
        affine.store %0, %a[%i, %j] : memref<12x12xf64>
      }
    }
  }
  return
}
