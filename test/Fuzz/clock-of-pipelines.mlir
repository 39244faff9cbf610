// An input that arrives in a pipeline over two axes: each partition sends along
// the first axis before it sends along the second, and the simulation's clock
// must go by that order.
//
// RUN: dmm-run %s --grid 2x3 --machine cpu-smp --check --simulate | FileCheck %s
// RUN: dmm-run %s --grid 3x4 --machine cpu-smp --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%x: memref<14x28xf64>, %s: memref<f64> {dmm.layout = #dmm.layout<[{}, {}]>}) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %x[-%i + 13, %i * 2] : memref<14x28xf64>
    %1 = affine.load %s[] : memref<f64>
    %2 = arith.subf %0, %1 : f64
    %3 = arith.mulf %2, %half : f64
    affine.store %3, %s[] : memref<f64>
  }
  return
}
