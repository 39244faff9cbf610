// The plans that are tried are those of copies of the function, which lie in no
// module; a constant array is found in that of the function.
//
// RUN: %check_run %s --entry f --grids 2,4,2x2
// RUN: %check_run %s --entry f --grids 4,2x2 --opt machine=kpu-cluster

memref.global "private" constant @table : memref<8xf32> = dense<1.0>

func.func @f(%x: memref<8xf32>, %a: memref<24x24xf32>) {
  %t = memref.get_global @table : memref<8xf32>
  affine.for %i = 0 to 8 {
    %0 = affine.load %t[%i] : memref<8xf32>
    affine.store %0, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 1 to 24 {
      %0 = affine.load %a[%i, %j - 1] : memref<24x24xf32>
      %1 = affine.load %a[%i, %j] : memref<24x24xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<24x24xf32>
    }
  }
  affine.for %j = 0 to 24 {
    affine.for %i = 1 to 24 {
      %0 = affine.load %a[%i - 1, %j] : memref<24x24xf32>
      %1 = affine.load %a[%i, %j] : memref<24x24xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<24x24xf32>
    }
  }
  return
}
