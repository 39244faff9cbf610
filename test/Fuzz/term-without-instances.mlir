// The first statement of the sum has no instance: the others stand for it.
//
// RUN: %check_run %s --entry f --grids 2,3,8,2x2

func.func @f(%a: memref<8x9xi32>, %r: memref<1xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 0 {
      %0 = affine.load %r[0] : memref<1xi32>
      %1 = affine.load %a[%i, %j] : memref<8x9xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %r[0] : memref<1xi32>
    }
    affine.for %j = 0 to 9 {
      %0 = affine.load %r[0] : memref<1xi32>
      %1 = affine.load %a[%i, %j] : memref<8x9xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %r[0] : memref<1xi32>
    }
  }
  return
}
