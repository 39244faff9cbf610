// The option must agree with the module's attribute.
//
// RUN: dmm-opt %s --dmm-distribute=grid=2x2 --verify-diagnostics --split-input-file

// expected-error @below {{has a 'dmm.grid' that contradicts the option grid=2x2: leave one of them out}}
module attributes {dmm.grid = array<i64: 4>} {
}

// -----

module attributes {dmm.grid = array<i64: 2, 2>} {
}
