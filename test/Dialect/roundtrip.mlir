// Every operation in every form, through text, generic text and bytecode.
//
// RUN: dmm-opt %s --verify-roundtrip | dmm-opt | FileCheck %s
// RUN: dmm-opt %s --mlir-print-op-generic | dmm-opt | FileCheck %s
// RUN: dmm-opt %s --emit-bytecode -o %t.mlirbc
// RUN: dmm-opt %t.mlirbc | FileCheck %s

#cut = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>
#open = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>
#open_block = #dmm.layout<[{dim = 0 : i64, block = "?", extent = 100 : i64}]>
#open_extent = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = "?"}]>
#halves = #dmm.layout<[{dim = 1 : i64, block = 10 : i64, extent = 19 : i64}, {}]>
#pinned = #dmm.layout<[{pin = 1 : i64}, {dim = 0 : i64, block = 2 : i64, extent = 5 : i64}]>
#mirror = #dmm.layout<[{dim = 0 : i64, numerator = -1 : i64, denominator = 2 : i64, offset = 99 : i64, block = 7 : i64, extent = 50 : i64}]>

module attributes {dmm.grid = array<i64: 8>} {
  // CHECK-LABEL: func.func @coordinates
  // CHECK: dmm.coord {axis = 0 : i64} : index
  func.func @coordinates() -> index {
    %0 = dmm.coord {axis = 0 : i64} : index
    return %0 : index
  }

  // CHECK-LABEL: func.func @broadcast(
  // CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32, strided<[2], offset: 1>>, %[[R:.*]]: index
  // CHECK: dmm.broadcast %[[A]], %[[B]] {axes = array<i64: 0>, root = 7 : i64} : memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
  // CHECK: dmm.broadcast %[[A]], %[[B]] root(%[[R]]) {axes = array<i64: 0>} : memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
  // CHECK: %[[T:.*]] = dmm.broadcast async %[[A]], %[[B]] {axes = array<i64: 0>, root = 0 : i64}
  // CHECK: %[[U:.*]] = dmm.broadcast async %[[A]], %[[B]] root(%[[R]]) {axes = array<i64: 0>}
  // CHECK: dmm.wait %[[T]], %[[U]], %[[A]], %[[B]] : !dmm.token, !dmm.token, memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
  func.func @broadcast(%a: memref<4xf32>, %b: memref<4xf32, strided<[2], offset: 1>>, %r: index) {
    dmm.broadcast %a, %b {axes = array<i64: 0>, root = 7 : i64} : memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
    dmm.broadcast %a, %b root(%r) {axes = array<i64: 0>} : memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
    %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
    %u = dmm.broadcast async %a, %b root(%r) {axes = array<i64: 0>} : memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
    dmm.wait %t, %u, %a, %b : !dmm.token, !dmm.token, memref<4xf32>, memref<4xf32, strided<[2], offset: 1>>
    return
  }

  // CHECK-LABEL: func.func @reduce(
  // CHECK-SAME: %[[A:.*]]: memref<?xf64>, %[[B:.*]]: memref<?xf64>, %[[I:.*]]: memref<?xindex>, %[[J:.*]]: memref<4xindex>, %[[R:.*]]: index
  // CHECK: dmm.reduce %[[A]], %[[B]] {axes = array<i64: 0>, kind = "add", root = 3 : i64} : memref<?xf64>, memref<?xf64>
  // CHECK: dmm.reduce %[[A]], %[[B]] root(%[[R]]) {axes = array<i64: 0>, kind = "maximumf"} : memref<?xf64>, memref<?xf64>
  // CHECK: dmm.reduce %[[A]], %[[B]] loc(%[[I]], %[[J]]) {axes = array<i64: 0>, kind = "minloc", root = 3 : i64} : memref<?xf64>, memref<?xf64>, memref<?xindex>, memref<4xindex>
  // CHECK: dmm.reduce %[[A]], %[[B]] loc(%[[I]], %[[J]]) root(%[[R]]) {axes = array<i64: 0>, kind = "maxloc"} : memref<?xf64>, memref<?xf64>, memref<?xindex>, memref<4xindex>
  // CHECK: %[[T:.*]] = dmm.reduce async %[[A]], %[[B]] loc(%[[I]], %[[J]]) root(%[[R]])
  // CHECK: dmm.wait %[[T]], %[[A]], %[[B]], %[[I]], %[[J]]
  func.func @reduce(%a: memref<?xf64>, %b: memref<?xf64>, %i: memref<?xindex>, %j: memref<4xindex>, %r: index) {
    dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add", root = 3 : i64} : memref<?xf64>, memref<?xf64>
    dmm.reduce %a, %b root(%r) {axes = array<i64: 0>, kind = "maximumf"} : memref<?xf64>, memref<?xf64>
    dmm.reduce %a, %b loc(%i, %j) {axes = array<i64: 0>, kind = "minloc", root = 3 : i64} : memref<?xf64>, memref<?xf64>, memref<?xindex>, memref<4xindex>
    dmm.reduce %a, %b loc(%i, %j) root(%r) {axes = array<i64: 0>, kind = "maxloc"} : memref<?xf64>, memref<?xf64>, memref<?xindex>, memref<4xindex>
    %t = dmm.reduce async %a, %b loc(%i, %j) root(%r) {axes = array<i64: 0>, kind = "maxloc"} : memref<?xf64>, memref<?xf64>, memref<?xindex>, memref<4xindex>
    dmm.wait %t, %a, %b, %i, %j : !dmm.token, memref<?xf64>, memref<?xf64>, memref<?xindex>, memref<4xindex>
    return
  }

  // CHECK-LABEL: func.func @reduce_scatter
  // CHECK: dmm.reduce %{{.*}}, %{{.*}} {axes = array<i64: 0>, kind = "mul", layout = #dmm.layout<[{block = 13 : i64, dim = 0 : i64, extent = 100 : i64}]>} : memref<100xi32>, memref<13xi32>
  func.func @reduce_scatter(%a: memref<100xi32>, %b: memref<13xi32>) {
    dmm.reduce %a, %b {axes = array<i64: 0>, kind = "mul", layout = #cut} : memref<100xi32>, memref<13xi32>
    return
  }

  // CHECK-LABEL: func.func @all_reduce(
  // CHECK-SAME: %[[A:.*]]: memref<bf16>, %[[B:.*]]: memref<bf16>, %[[I:.*]]: memref<index>, %[[J:.*]]: memref<index>
  // CHECK: dmm.all_reduce %[[A]], %[[B]] {axes = array<i64: 0>, kind = "minnumf"} : memref<bf16>, memref<bf16>
  // CHECK: dmm.all_reduce %[[A]], %[[B]] loc(%[[I]], %[[J]]) {axes = array<i64: 0>, kind = "maxloc"} : memref<bf16>, memref<bf16>, memref<index>, memref<index>
  // CHECK: dmm.all_reduce async %[[A]], %[[B]] {axes = array<i64: 0>, kind = "add"}
  func.func @all_reduce(%a: memref<bf16>, %b: memref<bf16>, %i: memref<index>, %j: memref<index>) {
    dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "minnumf"} : memref<bf16>, memref<bf16>
    dmm.all_reduce %a, %b loc(%i, %j) {axes = array<i64: 0>, kind = "maxloc"} : memref<bf16>, memref<bf16>, memref<index>, memref<index>
    %t = dmm.all_reduce async %a, %b {axes = array<i64: 0>, kind = "add"} : memref<bf16>, memref<bf16>
    dmm.wait %t, %a, %b : !dmm.token, memref<bf16>, memref<bf16>
    return
  }

  // CHECK-LABEL: func.func @scatter_gather(
  // CHECK-SAME: %[[A:.*]]: memref<100xf32>, %[[H:.*]]: memref<13xf32>, %[[R:.*]]: index
  // CHECK: dmm.scatter %[[A]], %[[H]] {axes = array<i64: 0>, layout = #dmm.layout<[{block = 13 : i64, dim = 0 : i64, extent = 100 : i64}]>, root = 0 : i64} : memref<100xf32>, memref<13xf32>
  // CHECK: dmm.scatter %[[A]], %[[H]] root(%[[R]]) {axes = array<i64: 0>, layout = #dmm.layout<
  // CHECK: %[[T:.*]] = dmm.scatter async %[[A]], %[[H]] root(%[[R]])
  // CHECK: dmm.wait %[[T]], %[[A]], %[[H]]
  // CHECK: dmm.gather %[[H]], %[[A]] {axes = array<i64: 0>, layout = #dmm.layout<[{block = 13 : i64, dim = 0 : i64, extent = 100 : i64}]>, root = 0 : i64} : memref<13xf32>, memref<100xf32>
  // CHECK: dmm.gather %[[H]], %[[A]] root(%[[R]])
  // CHECK: dmm.gather %[[H]], %[[A]] {axes = array<i64: 0>, layout = #dmm.layout<[{block = 13 : i64, dim = 0 : i64, extent = 100 : i64}]>} : memref<13xf32>, memref<100xf32>
  // CHECK: dmm.gather async %[[H]], %[[A]] {axes = array<i64: 0>, layout = #dmm.layout<
  func.func @scatter_gather(%a: memref<100xf32>, %h: memref<13xf32>, %r: index) {
    dmm.scatter %a, %h {axes = array<i64: 0>, layout = #cut, root = 0 : i64} : memref<100xf32>, memref<13xf32>
    dmm.scatter %a, %h root(%r) {axes = array<i64: 0>, layout = #cut} : memref<100xf32>, memref<13xf32>
    %t = dmm.scatter async %a, %h root(%r) {axes = array<i64: 0>, layout = #cut} : memref<100xf32>, memref<13xf32>
    dmm.wait %t, %a, %h : !dmm.token, memref<100xf32>, memref<13xf32>
    dmm.gather %h, %a {axes = array<i64: 0>, layout = #cut, root = 0 : i64} : memref<13xf32>, memref<100xf32>
    dmm.gather %h, %a root(%r) {axes = array<i64: 0>, layout = #cut} : memref<13xf32>, memref<100xf32>
    dmm.gather %h, %a {axes = array<i64: 0>, layout = #cut} : memref<13xf32>, memref<100xf32>
    %u = dmm.gather async %h, %a {axes = array<i64: 0>, layout = #cut} : memref<13xf32>, memref<100xf32>
    dmm.wait %u, %h, %a : !dmm.token, memref<13xf32>, memref<100xf32>
    return
  }

  // Blocks and extents that are known at run time are operands.

  // CHECK-LABEL: func.func @open_sizes(
  // CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[H:.*]]: memref<?xf32>, %[[R:.*]]: index, %[[B:.*]]: index, %[[E:.*]]: index
  // CHECK: dmm.scatter %[[A]], %[[H]] sizes(%[[B]], %[[E]]) {axes = array<i64: 0>, layout = #dmm.layout<[{block = "?", dim = 0 : i64, extent = "?"}]>, root = 0 : i64} : memref<?xf32>, memref<?xf32>
  // CHECK: dmm.scatter %[[A]], %[[H]] root(%[[R]]) sizes(%[[B]], %[[E]]) {axes = array<i64: 0>, layout
  // CHECK: %[[T:.*]] = dmm.scatter async %[[A]], %[[H]] root(%[[R]]) sizes(%[[B]]) {axes = array<i64: 0>, layout = #dmm.layout<[{block = "?", dim = 0 : i64, extent = 100 : i64}]>}
  // CHECK: dmm.wait %[[T]], %[[A]], %[[H]]
  // CHECK: dmm.gather %[[H]], %[[A]] sizes(%[[B]], %[[E]]) {axes = array<i64: 0>, layout
  // CHECK: dmm.gather %[[H]], %[[A]] root(%[[R]]) sizes(%[[B]], %[[E]]) {axes
  // CHECK: dmm.gather %[[H]], %[[A]] sizes(%[[E]]) {axes = array<i64: 0>, layout = #dmm.layout<[{block = 13 : i64, dim = 0 : i64, extent = "?"}]>, root = 1 : i64}
  // CHECK: dmm.reduce %[[A]], %[[H]] sizes(%[[B]], %[[E]]) {axes = array<i64: 0>, kind = "add", layout
  // CHECK: fabric.halo %[[H]] sizes(%[[B]], %[[E]]) {axes
  // CHECK: fabric.halo async %[[H]] sizes(%[[B]], %[[E]]) {axes
  func.func @open_sizes(%a: memref<?xf32>, %h: memref<?xf32>, %r: index, %b: index, %e: index) {
    dmm.scatter %a, %h sizes(%b, %e) {axes = array<i64: 0>, layout = #open, root = 0 : i64} : memref<?xf32>, memref<?xf32>
    dmm.scatter %a, %h root(%r) sizes(%b, %e) {axes = array<i64: 0>, layout = #open} : memref<?xf32>, memref<?xf32>
    %t = dmm.scatter async %a, %h root(%r) sizes(%b) {axes = array<i64: 0>, layout = #open_block} : memref<?xf32>, memref<?xf32>
    dmm.wait %t, %a, %h : !dmm.token, memref<?xf32>, memref<?xf32>
    dmm.gather %h, %a sizes(%b, %e) {axes = array<i64: 0>, layout = #open} : memref<?xf32>, memref<?xf32>
    dmm.gather %h, %a root(%r) sizes(%b, %e) {axes = array<i64: 0>, layout = #open} : memref<?xf32>, memref<?xf32>
    dmm.gather %h, %a sizes(%e) {axes = array<i64: 0>, layout = #open_extent, root = 1 : i64} : memref<?xf32>, memref<?xf32>
    dmm.reduce %a, %h sizes(%b, %e) {axes = array<i64: 0>, kind = "add", layout = #open} : memref<?xf32>, memref<?xf32>
    fabric.halo %h sizes(%b, %e) {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 2>, layout = #open} : memref<?xf32>
    %u = fabric.halo async %h sizes(%b, %e) {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 2>, layout = #open} : memref<?xf32>
    dmm.wait %u, %h : !dmm.token, memref<?xf32>
    return
  }

  // The layout's numbers come first, then those of the target or of the box's
  // template, then the symbols.
  // CHECK-LABEL: func.func @open_transpose(
  // CHECK-SAME: %[[H:.*]]: memref<?x4xf32>, %[[G:.*]]: memref<?x4xf32>, %[[B:.*]]: index, %[[E:.*]]: index, %[[C:.*]]: index, %[[F:.*]]: index, %[[N:.*]]: index
  // CHECK: dmm.transpose %[[H]], %[[G]] sizes(%[[B]], %[[E]], %[[C]], %[[F]], %[[N]]) {axes = array<i64: 0>, layout = #dmm.layout<[{block = "?", dim = 0 : i64, extent = "?"}]>, sizes = array<i64: -9223372036854775808, 4>, to = #dmm.layout<[{block = "?", dim = 0 : i64, extent = "?"}]>} : memref<?x4xf32>, memref<?x4xf32>
  // CHECK: dmm.transpose %[[H]], %[[G]] sizes(%[[B]], %[[E]], %[[C]], %[[F]]) symbols(%[[N]]) {axes = array<i64: 0>, block = array<i64: -9223372036854775808>, cycle = array<i64: 0>, extent = array<i64: -9223372036854775808>
  // CHECK: dmm.transpose %[[H]], %[[G]] sizes(%[[E]]) {axes = array<i64: 0>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: -9223372036854775808>
  // CHECK: dmm.transpose %[[H]], %[[G]] symbols(%[[B]]) {axes
  func.func @open_transpose(%h: memref<?x4xf32>, %g: memref<?x4xf32>, %b: index, %e: index, %c: index, %f: index, %n: index) {
    dmm.transpose %h, %g sizes(%b, %e, %c, %f, %n) {axes = array<i64: 0>, layout = #open, sizes = array<i64: -9223372036854775808, 4>, to = #open} : memref<?x4xf32>, memref<?x4xf32>
    dmm.transpose %h, %g sizes(%b, %e, %c, %f) symbols(%n) {axes = array<i64: 0>, layout = #open, sizes = array<i64: -9223372036854775808, 4>,
        block = array<i64: -9223372036854775808>, cycle = array<i64: 0>, extent = array<i64: -9223372036854775808>,
        origin = affine_map<(d0, d1)[s0] -> (d0 - s0, 0)>, lower = affine_map<(d0, d1)[s0] -> (d0 - s0, 0)>, lower_groups = array<i64: 1, 1>,
        upper = affine_map<(d0, d1)[s0] -> (d1, 4)>, upper_groups = array<i64: 1, 1>} : memref<?x4xf32>, memref<?x4xf32>
    dmm.transpose %h, %g sizes(%e) {axes = array<i64: 0>, layout = #cut, sizes = array<i64: 100, 4>,
        block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: -9223372036854775808>,
        origin = affine_map<(d0, d1) -> (d0, 0)>, lower = affine_map<(d0, d1) -> (d0, 0)>, lower_groups = array<i64: 1, 1>,
        upper = affine_map<(d0, d1) -> (d1, 4)>, upper_groups = array<i64: 1, 1>} : memref<?x4xf32>, memref<?x4xf32>
    dmm.transpose %h, %g symbols(%b) {axes = array<i64: 0>, layout = #cut, sizes = array<i64: -9223372036854775808, 4>,
        block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>,
        origin = affine_map<(d0, d1)[s0] -> (d0, 0)>, lower = affine_map<(d0, d1)[s0] -> (d0, 0)>, lower_groups = array<i64: 1, 1>,
        upper = affine_map<(d0, d1)[s0] -> (d1, 4)>, upper_groups = array<i64: 1, 1>} : memref<?x4xf32>, memref<?x4xf32>
    return
  }

  // CHECK-LABEL: func.func @mirrored
  // CHECK: layout = #dmm.layout<[{block = 7 : i64, denominator = 2 : i64, dim = 0 : i64, extent = 50 : i64, numerator = -1 : i64, offset = 99 : i64}]>
  func.func @mirrored(%a: memref<100xf32>, %h: memref<14xf32>) {
    dmm.gather %h, %a {axes = array<i64: 0>, layout = #mirror, root = 0 : i64} : memref<14xf32>, memref<100xf32>
    return
  }

  // CHECK-LABEL: func.func @transpose(
  // CHECK-SAME: %[[H:.*]]: memref<13xf32>, %[[R:.*]]: memref<15xf32>, %[[G:.*]]: memref<13xf32>, %[[K:.*]]: index, %[[M:.*]]: index
  // CHECK: dmm.transpose %[[H]], %[[G]] {axes = array<i64: 0>, layout = #dmm.layout<{{.*}}>, sizes = array<i64: 100>, to = #dmm.layout<{{.*}}>} : memref<13xf32>, memref<13xf32>
  // CHECK: dmm.transpose %[[H]], %[[R]] symbols(%[[K]], %[[M]]) {axes = array<i64: 0>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, guards = #{{.*}}, layout = #dmm.layout<{{.*}}>, lower = #{{.*}}, lower_groups = array<i64: 2>, origin = #{{.*}}, sizes = array<i64: 100>, upper = #{{.*}}, upper_groups = array<i64: 1>} : memref<13xf32>, memref<15xf32>
  // CHECK: %[[T:.*]] = dmm.transpose async %[[H]], %[[R]] {axes = array<i64: 0>, block
  // CHECK: dmm.wait %[[T]], %[[H]], %[[R]]
  func.func @transpose(%h: memref<13xf32>, %v: memref<15xf32>, %g: memref<13xf32>, %k: index, %m: index) {
    dmm.transpose %h, %g {axes = array<i64: 0>, layout = #cut, sizes = array<i64: 100>, to = #cut} : memref<13xf32>, memref<13xf32>
    dmm.transpose %h, %v symbols(%k, %m) {axes = array<i64: 0>, layout = #cut, sizes = array<i64: 100>,
        block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>,
        origin = affine_map<(d0, d1)[s0, s1] -> (d0 - 1)>,
        lower = affine_map<(d0, d1)[s0, s1] -> (0, d0 - 1)>, lower_groups = array<i64: 2>,
        upper = affine_map<(d0, d1)[s0, s1] -> (d1 + 1)>, upper_groups = array<i64: 1>,
        guards = affine_map<(d0, d1)[s0, s1] -> (s0 - d0, s1 floordiv 2)>} : memref<13xf32>, memref<15xf32>
    %t = dmm.transpose async %h, %v {axes = array<i64: 0>, layout = #cut, sizes = array<i64: 100>,
        block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>,
        origin = affine_map<(d0, d1) -> (d0 - 1)>,
        lower = affine_map<(d0, d1) -> (0, d0 - 1)>, lower_groups = array<i64: 2>,
        upper = affine_map<(d0, d1) -> (d1 + 1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<15xf32>
    dmm.wait %t, %h, %v : !dmm.token, memref<13xf32>, memref<15xf32>
    return
  }

  // CHECK-LABEL: func.func @fabric(
  // CHECK-SAME: %[[B:.*]]: memref<15xf32>, %[[A:.*]]: memref<15xf32>
  // CHECK: fabric.halo %[[B]] {axes = array<i64: 0>, dims = array<i64: 0>, high = array<i64: 1>, layout = #dmm.layout<{{.*}}>, low = array<i64: 1>} : memref<15xf32>
  // CHECK: fabric.halo %[[B]] {axes = array<i64: 0>, corners, dims = array<i64: 0>, high = array<i64: 2>, layout = #dmm.layout<{{.*}}>, low = array<i64: 0>, periodic} : memref<15xf32>
  // CHECK: fabric.shift %[[A]], %[[B]] {axis = 0 : i64, distance = -2 : i64} : memref<15xf32>, memref<15xf32>
  // CHECK: fabric.shift %[[A]], %[[B]] {axis = 0 : i64, distance = 1 : i64, periodic} : memref<15xf32>, memref<15xf32>
  // CHECK: fabric.send %[[A]] {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>
  // CHECK: fabric.recv %[[B]] {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>
  // CHECK: %[[T0:.*]] = fabric.halo async %[[B]]
  // CHECK: %[[T1:.*]] = fabric.shift async %[[A]], %[[B]]
  // CHECK: %[[T2:.*]] = fabric.send async %[[A]]
  // CHECK: %[[T3:.*]] = fabric.recv async %[[B]]
  // CHECK: dmm.wait %[[T0]], %[[T1]], %[[T2]], %[[T3]], %[[A]], %[[B]] : !dmm.token, !dmm.token, !dmm.token, !dmm.token, memref<15xf32>, memref<15xf32>
  func.func @fabric(%b: memref<15xf32>, %a: memref<15xf32>) {
    fabric.halo %b {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #cut} : memref<15xf32>
    fabric.halo %b {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 0>, high = array<i64: 2>, layout = #cut, corners, periodic} : memref<15xf32>
    fabric.shift %a, %b {axis = 0 : i64, distance = -2 : i64} : memref<15xf32>, memref<15xf32>
    fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64, periodic} : memref<15xf32>, memref<15xf32>
    fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>
    fabric.recv %b {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>
    %0 = fabric.halo async %b {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #cut} : memref<15xf32>
    %1 = fabric.shift async %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>, memref<15xf32>
    %2 = fabric.send async %a {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>
    %3 = fabric.recv async %b {axis = 0 : i64, distance = 1 : i64} : memref<15xf32>
    dmm.wait %0, %1, %2, %3, %a, %b : !dmm.token, !dmm.token, !dmm.token, !dmm.token, memref<15xf32>, memref<15xf32>
    return
  }
}

// A grid on the function, of two axes; and no grid at all.
// CHECK-LABEL: func.func @two_axes
// CHECK: dmm.coord {axis = 1 : i64} : index
// CHECK: dmm.scatter %{{.*}}, %{{.*}} {axes = array<i64: 1, 0>, layout = #dmm.layout<[{block = 10 : i64, dim = 1 : i64, extent = 19 : i64}, {}]>, root = 5 : i64} : memref<5x19xcomplex<f32>>, memref<5x10xcomplex<f32>>
// CHECK: dmm.scatter %{{.*}}, %{{.*}} {axes = array<i64: 0, 1>, layout = #dmm.layout<[{pin = 1 : i64}, {block = 2 : i64, dim = 0 : i64, extent = 5 : i64}]>, root = 0 : i64} : memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>, memref<2x?xcomplex<f32>>
func.func @two_axes(%a: memref<5x19xcomplex<f32>>, %h: memref<5x10xcomplex<f32>>,
                    %d: memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>, %k: memref<2x?xcomplex<f32>>)
    attributes {dmm.grid = array<i64: 2, 3>} {
  %0 = dmm.coord {axis = 1 : i64} : index
  dmm.scatter %a, %h {axes = array<i64: 1, 0>, layout = #halves, root = 5 : i64} : memref<5x19xcomplex<f32>>, memref<5x10xcomplex<f32>>
  dmm.scatter %d, %k {axes = array<i64: 0, 1>, layout = #pinned, root = 0 : i64} : memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>, memref<2x?xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @element_types
// CHECK-COUNT-12: dmm.broadcast
// CHECK-NOT: dmm.broadcast
func.func @element_types(%0: memref<i1>, %1: memref<i8>, %2: memref<i16>, %3: memref<i32>, %4: memref<i64>, %5: memref<index>,
                         %6: memref<f16>, %7: memref<bf16>, %8: memref<f32>, %9: memref<f64>, %10: memref<complex<f32>>, %11: memref<complex<f64>>) {
  dmm.broadcast %0, %0 {axes = array<i64: 0>, root = 0 : i64} : memref<i1>, memref<i1>
  dmm.broadcast %1, %1 {axes = array<i64: 0>, root = 0 : i64} : memref<i8>, memref<i8>
  dmm.broadcast %2, %2 {axes = array<i64: 0>, root = 0 : i64} : memref<i16>, memref<i16>
  dmm.broadcast %3, %3 {axes = array<i64: 0>, root = 0 : i64} : memref<i32>, memref<i32>
  dmm.broadcast %4, %4 {axes = array<i64: 0>, root = 0 : i64} : memref<i64>, memref<i64>
  dmm.broadcast %5, %5 {axes = array<i64: 0>, root = 0 : i64} : memref<index>, memref<index>
  dmm.broadcast %6, %6 {axes = array<i64: 0>, root = 0 : i64} : memref<f16>, memref<f16>
  dmm.broadcast %7, %7 {axes = array<i64: 0>, root = 0 : i64} : memref<bf16>, memref<bf16>
  dmm.broadcast %8, %8 {axes = array<i64: 0>, root = 0 : i64} : memref<f32>, memref<f32>
  dmm.broadcast %9, %9 {axes = array<i64: 0>, root = 0 : i64} : memref<f64>, memref<f64>
  dmm.broadcast %10, %10 {axes = array<i64: 0>, root = 0 : i64} : memref<complex<f32>>, memref<complex<f32>>
  dmm.broadcast %11, %11 {axes = array<i64: 0>, root = 0 : i64} : memref<complex<f64>>, memref<complex<f64>>
  return
}
