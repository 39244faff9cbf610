// The option must agree with the module's attribute.
//
// RUN: dmm-opt %s --dmm-distribute=grid=2x2 --verify-diagnostics --split-input-file

// expected-error @below {{has a 'dmm.grid' that contradicts the option grid=2x2: leave one of them out}}
module attributes {dmm.grid = array<i64: 4>} {
}

// -----

// One whose product is too large is none.
// expected-error @below {{has a 'dmm.grid' that contradicts the option grid=2x2: leave one of them out}}
module attributes {dmm.grid = array<i64: 4294967296, 4294967296>} {
}

// -----

module attributes {dmm.grid = array<i64: 2, 2>} {
}

// -----

// A function may repeat the grid, but not have another one.
func.func @same(%a: memref<4xf32>) attributes {dmm.grid = array<i64: 2, 2>} {
  return
}

// expected-error @below {{has a 'dmm.grid' of its own, which is not the one of the module or of the option: a module is distributed over one grid; leave it out}}
func.func @other(%a: memref<4xf32>) attributes {dmm.grid = array<i64: 4>} {
  return
}

// -----

// expected-error @below {{has a 'dmm.grid' that is not array<i64> with 1 to 8 sizes of at least 1 and a product of at most 9223372036854775807}}
func.func @malformed(%a: memref<4xf32>) attributes {dmm.grid = array<i64: 2, 0>} {
  return
}
