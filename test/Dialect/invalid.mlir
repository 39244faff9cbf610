// One case for each rule of the verifiers.
//
// RUN: dmm-opt %s --verify-diagnostics --split-input-file

// What IRDL checks: operands, results, required attributes.

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{attribute "axis" is expected but not provided}}
  %0 = dmm.coord : index
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{expected base attribute}}
  dmm.broadcast %a, %b {axes = 0 : i64, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{expected 'index' but got 'i64'}}
  %0 = dmm.coord {axis = 0 : i64} : i64
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{op expects at least 2 operands, but got 1}}
  "dmm.broadcast"(%a) {axes = array<i64: 0>, root = 0 : i64} : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: f32) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{expected base type}}
  "dmm.broadcast"(%a, %b) {axes = array<i64: 0>, root = 0 : i64} : (memref<4xf32>, f32) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{expected base type}}
  %t = "dmm.broadcast"(%a, %b) {axes = array<i64: 0>, root = 0 : i64} : (memref<4xf32>, memref<4xf32>) -> index
  return
}

// -----

// Grid and group.

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 0>} {
  // expected-error @below {{lies under a 'dmm.grid' that is not array<i64>}}
  %0 = dmm.coord {axis = 0 : i64} : index
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has axis -1: grid axes count from 0}}
  %0 = dmm.coord {axis = -1 : i64} : index
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has axis 1 but the grid has only 1 axes}}
  %0 = dmm.coord {axis = 1 : i64} : index
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs axes = array<i64: ...> with 1 to 8 grid axes}}
  dmm.broadcast %a, %b {axes = array<i64>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs axes = array<i64: ...> with 1 to 8 grid axes}}
  dmm.broadcast %a, %b {axes = array<i32: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has axis 2 but the grid has only 1 axes}}
  dmm.broadcast %a, %b {axes = array<i64: 2>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{names axis 0 twice}}
  dmm.broadcast %a, %b {axes = array<i64: 0, 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Roots.

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root that is not an integer}}
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = "first"} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has root 8, which is no rank in the group: ranks go from 0 to 7}}
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 8 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has root -1, which is no rank}}
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = -1 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %r: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root both as attribute and as operand}}
  dmm.broadcast %a, %b root(%r) {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs a root}}
  dmm.broadcast %a, %b {axes = array<i64: 0>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs a root}}
  dmm.scatter %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{}]>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs a root}}
  dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add"} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root, but every member gets the result}}
  dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "add", root = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root, but with a layout the result is scattered}}
  dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add", root = 0 : i64, layout = #dmm.layout<[{}]>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root, but each member gets its own box}}
  dmm.transpose %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{}]>, sizes = array<i64: 4>, to = #dmm.layout<[{}]>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Buffers.

func.func @f(%a: memref<4xi7>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a buffer with elements that no message carries}}
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xi7>
  return
}

// -----

func.func @f(%a: memref<4xf32, 1>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a buffer in a memory space}}
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32, 1>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf64>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffers of different element types}}
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf64>
  return
}

// -----

func.func @f(%a: memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a buffer of more than 16 dimensions}}
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4x1xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a buffer of rank 2 where rank 1 is needed}}
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4x1xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 5 elements along dimension 0 where 4 are needed}}
  dmm.broadcast %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 5 elements along dimension 0 where 4 are needed}}
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<5xf32>
  return
}

// -----

// Layouts.

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{is not a dictionary}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[0 : i64]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a value that is not an integer}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = "0", block = 13 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a value that is not an integer}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{pin = "0"}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has an axis without all of dim, block and extent}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has an unknown key}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64, size = 100 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a negative dim}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = -1 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has numerator 0}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64, numerator = 0 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a denominator or block below 1}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 0 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{is cyclic, which is not supported yet}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64, cycle = 4 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a pinned axis that is not just}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{pin = 0 : i64, dim = 0 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a pinned axis that is not just}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{pin = -1 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a layout of 2 axes but the grid has 1}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{}, {}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a layout that cuts dimension 1 of an array of rank 1}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 1 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 2, 4>} {
  // expected-error @below {{has a layout that cuts dimension 0 over two axes}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 50 : i64, extent = 100 : i64}, {dim = 0 : i64, block = 25 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<12xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a layout whose blocks of 12 cells on axis 0 do not cover the extent 100: 8 coordinates need blocks of at least 13}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 12 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<12xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<100xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a layout pinned at coordinate 8 of axis 0, which has only 8 coordinates}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{pin = 8 : i64}]>} : memref<100xf32>, memref<100xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a layout that puts dimension 0 in the cells 1 to 100, outside of the extent 100}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64, offset = 1 : i64}]>} : memref<100xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<14xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 14 elements along dimension 0 where 13 are needed}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<100xf32>, memref<14xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<14xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 14 elements along dimension 0 where 100 are needed}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{}]>} : memref<100xf32>, memref<14xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %b: memref<10x10xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a buffer of rank 2 where rank 1 is needed, as that of the whole array}}
  dmm.scatter %a, %b {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{}]>} : memref<100xf32>, memref<10x10xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error @below {{spans axis 1, which its layout leaves out}}
  dmm.scatter %a, %b {axes = array<i64: 1>, root = 0 : i64, layout = #dmm.layout<[{}]>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<14xf32>, %b: memref<100xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 0 with 14 elements along dimension 0 where 13 are needed}}
  dmm.gather %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<14xf32>, memref<100xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a malformed layout}}
  dmm.reduce %a, %b {axes = array<i64: 0>, kind = "add", layout = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Reductions.

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has an unknown kind}}
  dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "sum"} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has an unknown kind}}
  dmm.all_reduce %a, %b {axes = array<i64: 0>} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has kind 'and', which is not defined on its element type}}
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "and"} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf64>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has kind 'minsi', which is not defined on its element type}}
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "minsi"} : memref<4xf64>, memref<4xf64>
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has kind 'maximumf', which is not defined on its element type}}
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "maximumf"} : memref<4xi32>, memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<4xcomplex<f32>>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has kind 'minnumf', which is not defined on its element type}}
  dmm.all_reduce %a, %a {axes = array<i64: 0>, kind = "minnumf"} : memref<4xcomplex<f32>>, memref<4xcomplex<f32>>
  return
}

// -----

func.func @f(%a: memref<4xcomplex<f32>>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has kind 'minloc', which is not defined on its element type}}
  dmm.all_reduce %a, %a loc(%i, %i) {axes = array<i64: 0>, kind = "minloc"} : memref<4xcomplex<f32>>, memref<4xcomplex<f32>>, memref<4xindex>, memref<4xindex>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{takes a source and a destination buffer}}
  "dmm.all_reduce"(%a) {axes = array<i64: 0>, kind = "add"} : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %r: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{takes a source and a destination buffer}}
  "dmm.reduce"(%a, %r, %b) {axes = array<i64: 0>, kind = "add"} : (memref<4xf32>, index, memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has results that are not one !dmm.token}}
  %0 = "dmm.all_reduce"(%a, %b) {axes = array<i64: 0>, kind = "add"} : (memref<4xf32>, memref<4xf32>) -> index
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs loc(%src, %dst), the indices of the values, for minloc and maxloc}}
  dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "minloc"} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has loc buffers, which only minloc and maxloc take}}
  dmm.all_reduce %a, %b loc(%i, %i) {axes = array<i64: 0>, kind = "add"} : memref<4xf32>, memref<4xf32>, memref<4xindex>, memref<4xindex>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %i: memref<4xi64>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has loc buffers that do not hold index elements}}
  dmm.all_reduce %a, %b loc(%i, %i) {axes = array<i64: 0>, kind = "maxloc"} : memref<4xf32>, memref<4xf32>, memref<4xi64>, memref<4xi64>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %i: memref<5xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 2 with 5 elements along dimension 0 where 4 are needed}}
  dmm.all_reduce %a, %b loc(%i, %i) {axes = array<i64: 0>, kind = "maxloc"} : memref<4xf32>, memref<4xf32>, memref<5xindex>, memref<5xindex>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %i: memref<4xindex>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has kind minloc or maxloc and a layout}}
  dmm.reduce %a, %b loc(%i, %i) {axes = array<i64: 0>, kind = "maxloc", layout = #dmm.layout<[{}]>} : memref<4xf32>, memref<4xf32>, memref<4xindex>, memref<4xindex>
  return
}

// -----

// The universal exchange.

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has to say what each member receives: either by to = #dmm.layout<...> alone or by all attributes of a box (upper is missing)}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has to say what each member receives: either by to = #dmm.layout<...> alone or by all attributes of a box (a box attribute is present)}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>, to = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs sizes = array<i64: ...> with 1 values, one for each dimension of the array}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100, 2>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has -1 in sizes, which must be at least 0}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: -1>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs block = array<i64: ...> with 1 values, one for each grid axis}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13, 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs extent = array<i64: ...> with 1 values, one for each grid axis}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i32: 13>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a cyclic box, which is not supported yet}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 2>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a box whose blocks of 12 cells on axis 0 do not cover the extent 100}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 12>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a 'origin' that is not an affine_map}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = 0 : i64, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'lower' that does not take 2 dims (lo and hi on each grid axis) and 0 symbols (the operands symbols(...))}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'upper' that does not take 2 dims (lo and hi on each grid axis) and 0 symbols (the operands symbols(...))}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1)[s0] -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'origin' with 2 results where 1 are needed}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0, d1)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'lower' with 1 results where 2 are needed}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 2>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 0 in upper_groups, which must be at least 1}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 0>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'guards' that does not take 2 dims}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>, guards = affine_map<(d0) -> (d0)>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13x1xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a buffer of rank 2 where rank 1 is needed, as that of the home}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13x1xf32>
  return
}

// -----

func.func @f(%a: memref<14xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 0 with 14 elements along dimension 0 where 13 are needed}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<14xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>, %k: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has symbols, which only a box takes}}
  dmm.transpose %a, %b symbols(%k) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, to = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a target layout with numerator -1}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, to = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64, numerator = -1 : i64, offset = 99 : i64}]>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<14xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 14 elements along dimension 0 where 13 are needed}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, to = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<13xf32>, memref<14xf32>
  return
}

// -----

func.func @f(%a: memref<13xf32>, %b: memref<13xf32>, %k: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'lower' that members cannot evaluate}}
  dmm.transpose %a, %b symbols(%k) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: 100>, origin = affine_map<(d0, d1)[s0] -> (d0)>, lower = affine_map<(d0, d1)[s0] -> (d0 floordiv s0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1)[s0] -> (d1)>, upper_groups = array<i64: 1>} : memref<13xf32>, memref<13xf32>
  return
}

// -----

// Started operations and waits.

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{takes one or more tokens and then the buffers}}
  dmm.wait %a : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  // expected-error @below {{takes one or more tokens and then the buffers}}
  dmm.wait %a, %t, %b : memref<4xf32>, !dmm.token, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  // expected-error @below {{lacks a buffer of the operation it waits for}}
  dmm.wait %t, %a : !dmm.token, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %t: !dmm.token) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a token that is not the result of an async operation}}
  dmm.wait %t, %a : !dmm.token, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  %t = dmm.broadcast async %a, %b {axes = array<i64: 0>, root = 0 : i64} : memref<4xf32>, memref<4xf32>
  // expected-error @below {{has no results}}
  %0 = "dmm.wait"(%t, %a, %b) : (!dmm.token, memref<4xf32>, memref<4xf32>) -> index
  return
}

// -----

// Neighbour exchanges.

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs dims = array<i64: ...> with 1 values, one for each axis}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0, 1>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has -1 in low, which must be at least 0}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: -1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{needs high = array<i64: ...> with 1 values, one for each axis}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 'corners' with a value: it is a flag}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, corners = true} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 'periodic' with a value: it is a flag}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, periodic = 1 : i64} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has ghosts along dimension 0 and axis 0, but the layout does not cut that dimension over that axis}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{}]>} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<15xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has ghosts along a dimension whose layout has a numerator or denominator other than 1}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64, denominator = 2 : i64}]>} : memref<15xf32>
  return
}

// -----

func.func @f(%a: memref<14xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 0 with 14 elements along dimension 0 where 15 are needed}}
  fabric.halo %a {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : memref<14xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has distance 0}}
  fabric.shift %a, %b {axis = 0 : i64, distance = 0 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has axis 1 but the grid has only 1 axes}}
  fabric.shift %a, %b {axis = 1 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has distance 0}}
  fabric.send %a {axis = 0 : i64, distance = 0 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has axis 1 but the grid has only 1 axes}}
  fabric.send %a {axis = 1 : i64, distance = 1 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has distance 0}}
  fabric.recv %a {axis = 0 : i64, distance = 0 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has axis 1 but the grid has only 1 axes}}
  fabric.recv %a {axis = 1 : i64, distance = 1 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 'periodic' with a value}}
  fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64, periodic = false} : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Blocks and extents that are known at run time.

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a malformed layout: 'layout' has a value that is not an integer (block and extent may be "?")}}
  dmm.scatter %a, %h {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = "?", block = 13 : i64, extent = 100 : i64}]>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a value that is not an integer (block and extent may be "?")}}
  dmm.scatter %a, %h {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = "b", extent = 100 : i64}]>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a value that is not an integer (block and extent may be "?")}}
  dmm.scatter %a, %h {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = -9223372036854775808 : i64, extent = 100 : i64}]>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{the attributes take sizes(...) of 2 operands, but there are 1}}
  dmm.scatter %a, %h sizes(%b) {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>, %r: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{the attributes take sizes(...) of 1 operands, but there are 0}}
  dmm.gather %h, %a root(%r) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = 100 : i64}]>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 1 index operands, but its attributes leave 2 numbers open: give sizes(...) one operand for each dynamic block and extent}}
  "dmm.scatter"(%a, %h, %b) {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>} : (memref<?xf32>, memref<?xf32>, index) -> ()
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 4 index operands, but its attributes leave 2 numbers open}}
  "dmm.scatter"(%a, %h, %b, %b, %b, %b) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>} : (memref<?xf32>, memref<?xf32>, index, index, index, index) -> ()
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root both as attribute and as operand}}
  "dmm.gather"(%h, %a, %b, %b) {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = "?"}]>} : (memref<?xf32>, memref<?xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root, but with a layout the result is scattered}}
  dmm.reduce %a, %h root(%b) sizes(%b, %b) {axes = array<i64: 0>, kind = "add", layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a root, but a halo comes from the neighbours}}
  "fabric.halo"(%h, %b) {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>} : (memref<?xf32>, index) -> ()
  return
}

// -----

func.func @f(%x: memref<?x4xf32>, %y: memref<?x3xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 3 elements along dimension 1 where 4 are needed}}
  dmm.scatter %x, %y sizes(%b, %b) {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}]>} : memref<?x4xf32>, memref<?x3xf32>
  return
}

// -----

func.func @f(%a: memref<100xf32>, %h: memref<?xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a layout that puts dimension 0 in the cells -1 to 98, outside of the extent, which starts at 0}}
  dmm.scatter %a, %h sizes(%b, %b) {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, offset = -1 : i64, block = "?", extent = "?"}]>} : memref<100xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %h: memref<12xf32>, %b: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has buffer 1 with 12 elements along dimension 0 where 13 are needed}}
  dmm.scatter %a, %h sizes(%b) {axes = array<i64: 0>, root = 0 : i64, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = "?"}]>} : memref<?xf32>, memref<12xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has a map 'lower' that does not take 2 dims (lo and hi on each grid axis) and 1 symbols (the operands symbols(...))}}
  dmm.transpose %a, %b sizes(%n, %n) symbols(%n) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = "?"}]>, sizes = array<i64: -9223372036854775808>, block = array<i64: 13>, cycle = array<i64: 0>, extent = array<i64: -9223372036854775808>, origin = affine_map<(d0, d1)[s0] -> (d0)>, lower = affine_map<(d0, d1)[s0, s1] -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1)[s0] -> (d1)>, upper_groups = array<i64: 1>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has 1 index operands, but its attributes leave 2 numbers open}}
  "dmm.transpose"(%a, %b, %n) {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = "?", extent = 100 : i64}]>, sizes = array<i64: -9223372036854775808>, to = #dmm.layout<[{pin = 0 : i64}]>} : (memref<?xf32>, memref<?xf32>, index) -> ()
  return
}

// -----

func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) attributes {dmm.grid = array<i64: 8>} {
  // expected-error @below {{has -9223372036854775808 in cycle, which must be at least 0}}
  dmm.transpose %a, %b {axes = array<i64: 0>, layout = #dmm.layout<[{dim = 0 : i64, block = 13 : i64, extent = 100 : i64}]>, sizes = array<i64: 100>, block = array<i64: 13>, cycle = array<i64: -9223372036854775808>, extent = array<i64: 100>, origin = affine_map<(d0, d1) -> (d0)>, lower = affine_map<(d0, d1) -> (d0)>, lower_groups = array<i64: 1>, upper = affine_map<(d0, d1) -> (d1)>, upper_groups = array<i64: 1>} : memref<?xf32>, memref<?xf32>
  return
}

// -----

module attributes {dmm.grid = array<i64: 2, 4>} {
func.func @stages_length(%a: memref<8xf32>) {
  // expected-error @below {{has stages that are not array<i64> with 2 digits for each stage, one for each axis of the group}}
  dmm.broadcast %a, %a {axes = array<i64: 0, 1>, root = 0 : i64, stages = array<i64: 2, 4, 1>} : memref<8xf32>, memref<8xf32>
  return
}
}

// -----

module attributes {dmm.grid = array<i64: 2, 4>} {
func.func @stages_digit(%a: memref<8xf32>) {
  // expected-error @below {{has stages with the digit 0: a digit counts children, at least 1}}
  dmm.broadcast %a, %a {axes = array<i64: 1>, root = 0 : i64, stages = array<i64: 0, 4>} : memref<8xf32>, memref<8xf32>
  return
}
}

// -----

module attributes {dmm.grid = array<i64: 2, 4>} {
func.func @stages_reach(%a: memref<8xf32>) {
  // expected-error @below {{has stages that do not reach all 4 coordinates of axis 1}}
  dmm.broadcast %a, %a {axes = array<i64: 0, 1>, root = 0 : i64, stages = array<i64: 2, 3>} : memref<8xf32>, memref<8xf32>
  return
}
}
