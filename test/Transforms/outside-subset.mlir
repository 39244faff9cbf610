// Programs that are not distributed: each is refused at the place in question.
//
// RUN: dmm-opt %s --pass-pipeline='builtin.module(dmm-distribute{grid=4 require-distributed=true})' -split-input-file -verify-diagnostics

func.func @bound_from_data(%n: memref<1xi64>, %x: memref<100xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = affine.load %n[0] : memref<1xi64>
  %1 = arith.index_cast %0 : i64 to index
  // expected-error @+1 {{an index is computed from data}}
  affine.for %i = 0 to %1 {
    affine.store %zero, %x[%i] : memref<100xf32>
  }
  return
}

// -----

func.func @subscript_from_data(%p: memref<100xindex>, %x: memref<100xf32>, %y: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %p[%i] : memref<100xindex>
    // expected-error @+1 {{'memref.load' op cannot be distributed}}
    %1 = memref.load %x[%0] : memref<100xf32>
    affine.store %1, %y[%i] : memref<100xf32>
  }
  return
}

// -----

func.func private @sink(f32)

func.func @call(%x: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %x[%i] : memref<100xf32>
    // expected-error @+1 {{'func.call' op cannot be distributed}}
    func.call @sink(%0) : (f32) -> ()
  }
  return
}

// -----

func.func @value_from_call(%x: memref<100xf32>) {
  // expected-error @+1 {{'func.call' op cannot be distributed}}
  %0 = func.call @source() : () -> f32
  affine.for %i = 0 to 100 {
    affine.store %0, %x[%i] : memref<100xf32>
  }
  return
}

func.func private @source() -> f32

// -----

func.func @result(%x: memref<100xf32>) -> f32 {
  %0 = affine.load %x[0] : memref<100xf32>
  // expected-error @+1 {{'func.return' op returns values; write the results to memref arguments instead}}
  return %0 : f32
}

// -----

func.func @condition_on_data(%x: memref<100xf32>, %y: memref<100xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    %0 = affine.load %x[%i] : memref<100xf32>
    %1 = arith.cmpf olt, %0, %zero : f32
    // expected-error @+1 {{'scf.if' op cannot be distributed}}
    scf.if %1 {
      affine.store %zero, %y[%i] : memref<100xf32>
    }
  }
  return
}

// -----

func.func @branch(%flag: i1, %x: memref<100xf32>) {
  // expected-error @-1 {{has control flow between blocks; write it with affine.for}}
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %x[0] : memref<100xf32>
  cf.br ^bb2
^bb2:
  return
}

// -----

// expected-error @+1 {{argument 1 has an element type that messages cannot carry}}
func.func @element_type(%x: memref<100xi32>, %y: memref<100xi7>) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %x[%i] : memref<100xi32>
    %1 = arith.trunci %0 : i32 to i7
    affine.store %1, %y[%i] : memref<100xi7>
  }
  return
}

// -----

// expected-error @+1 {{argument 0 is neither a ranked memref nor a scalar}}
func.func @unranked(%x: memref<*xf32>) {
  return
}

// -----

// expected-error @+1 {{argument 0 is neither a ranked memref nor a scalar}}
func.func @tensor(%x: tensor<100xf32>) {
  return
}

// -----

memref.global "private" constant @table : memref<100xf32> = dense<1.0>

func.func @global(%x: memref<100xf32>) {
  %table = memref.get_global @table : memref<100xf32>
  affine.for %i = 0 to 100 {
    // expected-error @+1 {{accesses a memref that is neither an argument of the function nor allocated in it}}
    %0 = affine.load %table[%i] : memref<100xf32>
    affine.store %0, %x[%i] : memref<100xf32>
  }
  return
}

// -----

memref.global "private" @state : memref<100xf32> = dense<1.0>

func.func @variable(%x: memref<100xf32>) {
  // expected-error @+1 {{'memref.get_global' op cannot be distributed}}
  %state = memref.get_global @state : memref<100xf32>
  affine.for %i = 0 to 100 {
    %0 = affine.load %state[%i] : memref<100xf32>
    affine.store %0, %x[%i] : memref<100xf32>
  }
  return
}

// -----

func.func @named_op(%x: memref<100xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'linalg.fill' op must be lowered to loops first: run --convert-linalg-to-affine-loops}}
  linalg.fill ins(%zero : f32) outs(%x : memref<100xf32>)
  return
}

