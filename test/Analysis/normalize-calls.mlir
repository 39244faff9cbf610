// Calls are inlined, in loops too; private functions that nothing calls any more are
// erased.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry calls --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry dyn --grids 1,3,2x2 --distributed 0 --anywhere

// CHECK-NOT: func.func private
func.func private @fill(%v: memref<?x?xf64, strided<[?, ?], offset: ?>>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %v, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %n = memref.dim %v, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %x, %v[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
    }
  }
  return
}

func.func private @twice(%v: memref<?x?xf64, strided<[?, ?], offset: ?>>, %x: f64) {
  call @fill(%v, %x) : (memref<?x?xf64, strided<[?, ?], offset: ?>>, f64) -> ()
  %s = memref.subview %v[1, 1] [2, 2] [1, 1] : memref<?x?xf64, strided<[?, ?], offset: ?>> to memref<2x2xf64, strided<[?, ?], offset: ?>>
  %t = memref.cast %s : memref<2x2xf64, strided<[?, ?], offset: ?>> to memref<?x?xf64, strided<[?, ?], offset: ?>>
  %y = arith.addf %x, %x : f64
  call @fill(%t, %y) : (memref<?x?xf64, strided<[?, ?], offset: ?>>, f64) -> ()
  return
}

// CHECK-LABEL: func.func @calls(
// CHECK: affine.for %[[I:.*]] = 0 to 3
// CHECK: affine.for %[[J:.*]] = 0 to 3
// CHECK: affine.for %[[K:.*]] = 0 to 5
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[J]] + %[[I]] * 4, %[[K]] * 2 + 2]
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} + %[[I]] * 4 + 1, %{{.*}} * 2 + 4]
// CHECK-NOT: call
func.func @calls(%a: memref<12x12xf64>) {
  %o = arith.constant 1.5 : f64
  affine.for %i = 0 to 3 {
    %i4 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %s = memref.subview %a[%i4, 2] [3, 5] [1, 2] : memref<12x12xf64> to memref<3x5xf64, strided<[12, 2], offset: ?>>
    %t = memref.cast %s : memref<3x5xf64, strided<[12, 2], offset: ?>> to memref<?x?xf64, strided<[?, ?], offset: ?>>
    func.call @twice(%t, %o) : (memref<?x?xf64, strided<[?, ?], offset: ?>>, f64) -> ()
  }
  return
}

func.func private @dot(%n: index, %a: memref<?xf64>, %b: memref<?xf64>, %r: memref<f64>) {
  %t = memref.alloc(%n) : memref<?xf64>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf64>
    %y = affine.load %b[%i] : memref<?xf64>
    %z = arith.mulf %x, %y : f64
    affine.store %z, %t[%i] : memref<?xf64>
  }
  %zero = arith.constant 0.0 : f64
  affine.store %zero, %r[] : memref<f64>
  affine.for %i = 0 to %n {
    %x = affine.load %t[%i] : memref<?xf64>
    %y = affine.load %r[] : memref<f64>
    %z = arith.addf %x, %y : f64
    affine.store %z, %r[] : memref<f64>
  }
  memref.dealloc %t : memref<?xf64>
  return
}

// Sizes that are constant at the call are constant in the callee.
// CHECK-LABEL: func.func @dyn(
// CHECK: memref.alloc() {{.*}}: memref<9xf64>
// CHECK: affine.for %{{.*}} = 0 to 2
// CHECK: affine.for %{{.*}} = 0 to 9
// CHECK-NOT: call
// CHECK: memref.dealloc
func.func @dyn(%a: memref<9xf64>, %b: memref<9xf64>, %r: memref<f64>) {
  %n = arith.constant 9 : index
  %x = memref.cast %a : memref<9xf64> to memref<?xf64>
  %y = memref.cast %b : memref<9xf64> to memref<?xf64>
  affine.for %k = 0 to 2 {
    func.call @dot(%n, %x, %y, %r) : (index, memref<?xf64>, memref<?xf64>, memref<f64>) -> ()
  }
  return
}
