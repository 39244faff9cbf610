// A dmm.axis that has no effect is told of, with the cause.
//
// RUN: mlir-opt %s %plugin --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(dmm-distribute{grid=3})' -o /dev/null

func.func @honoured(%a: memref<12x9xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<12x9xf32>
      affine.store %0, %a[%i, %j] : memref<12x9xf32>
    } {dmm.axis = 0 : i64}
  }
  return
}

// -----

func.func @both(%a: memref<12x9xf32>) {
  affine.for %i = 0 to 12 {
    // expected-remark @+1 {{dmm.axis = 0 is not honoured: on grid axis 0, arg0, which the loop writes along dimension 1, is cut by dimension 0, for the sake of other loops or arrays; give it a dmm.split that cuts dimension 1}}
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<12x9xf32>
      affine.store %0, %a[%i, %j] : memref<12x9xf32>
    } {dmm.axis = 0 : i64}
  } {dmm.axis = 0 : i64}
  return
}

// -----

func.func @contradiction(%a: memref<12x9xf32> {dmm.split = [0, -1]}) {
  affine.for %i = 0 to 12 {
    // expected-remark @+1 {{dmm.axis = 0 is not honoured: on grid axis 0, arg0, which the loop writes along dimension 1, is cut by dimension 0, as its own dmm.layout or dmm.split asks for}}
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<12x9xf32>
      affine.store %0, %a[%i, %j] : memref<12x9xf32>
    } {dmm.axis = 0 : i64}
  }
  return
}

// -----

func.func @times(%a: memref<12xf32>) {
  // expected-remark @+1 {{dmm.axis = 0 is not honoured: on grid axis 0, a statement runs where it writes, and none in this loop has the loop's index in a subscript that it writes to}}
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 12 {
      %0 = affine.load %a[%i] : memref<12xf32>
      affine.store %0, %a[%i] : memref<12xf32>
    }
  } {dmm.axis = 0 : i64}
  return
}

// -----

func.func @carried(%a: memref<12xf32>) {
  // expected-remark @+1 {{loop is not distributed, although it has a dmm.axis: a message inside of it}}
  affine.for %i = 1 to 12 {
    %0 = affine.load %a[%i - 1] : memref<12xf32>
    affine.store %0, %a[%i] : memref<12xf32>
  } {dmm.axis = 0 : i64}
  return
}

// -----

func.func @at_root(%a: memref<12xf32>, %n: memref<12xindex>) {
  // expected-remark @+2 {{this nest runs at the root alone}}
  // expected-remark @+1 {{dmm.axis = 0 is not honoured: the loop runs at the root alone}}
  affine.for %i = 0 to 12 {
    %0 = affine.load %n[%i] : memref<12xindex>
    %1 = memref.load %a[%0] : memref<12xf32>
    affine.store %1, %a[%i] : memref<12xf32>
  } {dmm.axis = 0 : i64}
  return
}
