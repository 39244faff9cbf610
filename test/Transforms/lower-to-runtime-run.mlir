// A lowered program runs under stock mlir-runner, as one partition. The loop
// whose buffer is made anew in each iteration does not eat the stack.
//
// RUN: dmm-opt %s --dmm-lower-to-runtime | mlir-opt --pass-pipeline='builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main --entry-point-result=i32 --shared-libs=%dmm_runtime | FileCheck %s
// RUN: dmm-opt %s --dmm-lower-to-runtime --canonicalize --cse | mlir-opt --pass-pipeline='builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main --entry-point-result=i32 --shared-libs=%dmm_runtime | FileCheck %s

// The sum 0 + 1 + 2 + 3 of what went through all messages, and 2000000 for the
// iterations.
// CHECK: 2000006

#cut = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 4 : i64}]>
#flip = affine_map<(d0, d1)[s0] -> (d0)>

func.func @main() -> i32 attributes {dmm.grid = array<i64: 1>, dmm.spmd, llvm.emit_c_interface} {
  %whole = memref.alloc() : memref<4xi32>
  %home = memref.alloc() : memref<4xi32>
  %recv = memref.alloc() : memref<4xi32>
  %again = memref.alloc() : memref<4xi32>
  %wide = memref.alloc() : memref<6xi32>
  affine.for %i = 0 to 4 {
    %0 = arith.index_cast %i : index to i32
    affine.store %0, %whole[%i] : memref<4xi32>
  }
  %c0 = arith.constant 0 : index
  %root = dmm.coord {axis = 0 : i64} : index
  dmm.scatter %whole, %home root(%root) {axes = array<i64: 0>, layout = #cut} : memref<4xi32>, memref<4xi32>
  dmm.transpose %home, %recv symbols(%c0) {axes = array<i64: 0>, layout = #cut, sizes = array<i64: 4>,
      block = array<i64: 4>, cycle = array<i64: 0>, extent = array<i64: 4>,
      origin = #flip, lower = #flip, lower_groups = array<i64: 1>,
      upper = affine_map<(d0, d1)[s0] -> (d1, s0 + 4)>, upper_groups = array<i64: 2>} : memref<4xi32>, memref<4xi32>
  dmm.transpose %recv, %again {axes = array<i64: 0>, layout = #cut, sizes = array<i64: 4>, to = #cut} : memref<4xi32>, memref<4xi32>
  dmm.broadcast %again, %home {axes = array<i64: 0>, root = 0 : i64} : memref<4xi32>, memref<4xi32>
  dmm.all_reduce %home, %recv {axes = array<i64: 0>, kind = "add"} : memref<4xi32>, memref<4xi32>
  dmm.reduce %recv, %home {axes = array<i64: 0>, kind = "maxsi", root = 0 : i64} : memref<4xi32>, memref<4xi32>
  %t = dmm.gather async %home, %again {axes = array<i64: 0>, layout = #cut} : memref<4xi32>, memref<4xi32>
  dmm.wait %t, %home, %again : !dmm.token, memref<4xi32>, memref<4xi32>
  fabric.halo %wide {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #cut} : memref<6xi32>
  fabric.shift %whole, %again {axis = 0 : i64, distance = 1 : i64} : memref<4xi32>, memref<4xi32>
  fabric.send %whole {axis = 0 : i64, distance = 1 : i64} : memref<4xi32>
  fabric.recv %again {axis = 0 : i64, distance = 1 : i64} : memref<4xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = affine.for %i = 0 to 4 iter_args(%s = %zero) -> i32 {
    %0 = affine.load %again[%i] : memref<4xi32>
    %1 = arith.addi %s, %0 : i32
    affine.yield %1 : i32
  }
  %cell = memref.alloc() : memref<i32>
  memref.store %sum, %cell[] : memref<i32>
  affine.for %i = 0 to 2000000 {
    %k = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    %v = memref.subview %again[%k] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
    dmm.broadcast %v, %v {axes = array<i64: 0>, root = 0 : i64} : memref<1xi32, strided<[1], offset: ?>>, memref<1xi32, strided<[1], offset: ?>>
    %0 = affine.load %cell[] : memref<i32>
    %1 = arith.addi %0, %one : i32
    affine.store %1, %cell[] : memref<i32>
  }
  %result = memref.load %cell[] : memref<i32>
  return %result : i32
}
