// Where some arrays of unknown size have a split and others not, the passes
// place the arrays in the same order as the plan of the source.
//
// RUN: dmm-run %s --entry f --grid 2 --check --simulate --arg 0=11 --arg 1=3 --arg 2=11 --arg 3=2 | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%x: memref<?xf32> {dmm.split = [0]}, %y: memref<?xf32>, %z: memref<?xf32> {dmm.split = [0]}, %m: i32) {
  %n = arith.index_cast %m : i32 to index
  affine.for %i = 2 to min affine_map<(d0) -> (d0, d0)>(%n) {
    %0 = affine.load %x[%i - 2] : memref<?xf32>
    %1 = affine.load %z[%i - 2] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %y[(%i + 5) mod 3] : memref<?xf32>
  }
  return
}
