// Writes to a temporary that no partition runs, since their readers would lie
// outside of the template.
//
// RUN: dmm-run %s --entry f --grid 3 --check --simulate | FileCheck %s
// RUN: dmm-run %s --entry f --grid 2x2 --check --simulate | FileCheck %s
// CHECK: check: ok (exact)
func.func @f(%x: memref<9xf64>, %y: memref<4xf64>, %z: memref<9xf64>) {
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 4 {
    %0 = affine.load %x[8 - %i] : memref<9xf64>
    affine.store %0, %t[] : memref<f64>
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
      %1 = affine.load %t[] : memref<f64>
      affine.store %1, %y[%i] : memref<4xf64>
    }
  }
  affine.for %i = 4 to 9 {
    %0 = affine.load %x[8 - %i] : memref<9xf64>
    affine.store %0, %t[] : memref<f64>
    affine.for %j = 0 to 1 {
      affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
        %1 = affine.load %t[] : memref<f64>
        affine.store %1, %y[%i - %j] : memref<4xf64>
      }
    }
  }
  return
}
