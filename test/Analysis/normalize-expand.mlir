// Callees may turn out not to be affine where they are called: what was written
// with affine is then written with scf and memref.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: dmm-run %s --entry calls --grid 3 --check --simulate

// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @calls(
// CHECK: affine.for
// CHECK: %[[M:.*]] = arith.remui
// CHECK: %[[TWICE:.*]] = arith.muli %[[M]]
// CHECK: %[[HIGH:.*]] = arith.minsi
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[HIGH]]
// CHECK: %[[C:.*]] = arith.cmpi sge
// CHECK: arith.cmpi eq
// CHECK: scf.if
// CHECK: memref.store
// CHECK: } else {
// CHECK: memref.load
// CHECK-NOT: affine.if
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>
func.func @calls(%a: memref<20xf64>, %n: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %c3 = arith.constant 3 : index
    %raw = affine.load %n[%i] : memref<4xindex>
    %m = arith.remui %raw, %c3 : index
    func.call @callee(%a, %m) : (memref<20xf64>, index) -> ()
  }
  return
}

func.func private @callee(%a: memref<20xf64>, %m: index) {
  %z = arith.constant 0.5 : f64
  affine.for %i = max affine_map<()[s0] -> (s0 * 2, s0 ceildiv 3)>()[%m] to min affine_map<()[s0] -> (18, s0 + 9)>()[%m] step 2 {
    %r = affine.if #set(%i)[%m] -> f64 {
      affine.store %z, %a[%i + symbol(%m)] : memref<20xf64>
      affine.yield %z : f64
    } else {
      %x = affine.load %a[%i floordiv 2 + symbol(%m) mod 2] : memref<20xf64>
      affine.yield %x : f64
    }
    %k = affine.min affine_map<(d0)[s0] -> (d0 + s0, 19)>(%i)[%m]
    %f = arith.index_cast %k : index to i32
    %g = arith.sitofp %f : i32 to f64
    %s = arith.addf %r, %g : f64
    affine.store %s, %a[%i] : memref<20xf64>
  }
  return
}
