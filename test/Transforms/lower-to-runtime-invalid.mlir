// RUN: dmm-opt %s --dmm-lower-to-runtime --verify-diagnostics --split-input-file

func.func @no_grid(%a: memref<4xf32>) {
  // expected-error @below {{cannot be lowered without the grid it is for}}
  fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  return
}

// -----

// expected-error @below {{cannot be lowered without the grid it is for}}
func.func @entry_without_grid() attributes {dmm.spmd} {
  return
}

// -----

func.func @escapes(%a: memref<4xf32>) -> !dmm.token attributes {dmm.grid = array<i64: 2>} {
  // expected-error @below {{gives a token that is used by more than dmm.wait}}
  %t = fabric.send async %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
  return %t : !dmm.token
}

// -----

module attributes {dmm.grid = array<i64: 2>} {
  emitc.func @other(%a: memref<4xf32>) {
    // expected-error @below {{lies outside of a func.func}}
    fabric.send %a {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>
    emitc.return
  }
}
