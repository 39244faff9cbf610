// More partitions than lie in one container of the default machine: collectives
// work in stages, also where nobody asked for a machine.
//
// RUN: %check_run %s --entry f --grids 17,24,64

func.func @f(%x: memref<24x5xf64>, %s: memref<5xf64>) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 5 {
      %0 = affine.load %x[%i, %j] : memref<24x5xf64>
      %1 = affine.load %s[%j] : memref<5xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %s[%j] : memref<5xf64>
    }
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 5 {
      %0 = affine.load %x[%i, %j] : memref<24x5xf64>
      %1 = affine.load %s[%j] : memref<5xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %x[%i, %j] : memref<24x5xf64>
    }
  }
  return
}
