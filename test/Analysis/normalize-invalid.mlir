// What cannot be normalized is refused, and what is not affine stays as it is.
//
// RUN: dmm-opt %s --dmm-distribute=grid=2 -split-input-file -verify-diagnostics

func.func private @even(%a: memref<4xf64>, %n: index) {
  call @odd(%a, %n) : (memref<4xf64>, index) -> ()
  return
}
func.func private @odd(%a: memref<4xf64>, %n: index) {
  // expected-error @+1 {{'func.call' op is recursive}}
  call @even(%a, %n) : (memref<4xf64>, index) -> ()
  return
}
func.func @entry(%a: memref<4xf64>, %n: index) {
  call @even(%a, %n) : (memref<4xf64>, index) -> ()
  return
}

// -----

func.func private @ext(memref<4xf64>)
func.func @entry(%a: memref<4xf64>) {
  // expected-error @+1 {{'func.call' op hands a memref to a function whose body is not in the module}}
  call @ext(%a) : (memref<4xf64>) -> ()
  return
}

// -----

func.func private @blocks(%a: memref<4xf64>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  return
}
func.func @entry(%a: memref<4xf64>, %c: i1) {
  // expected-error @+1 {{'func.call' op calls a function with control flow between blocks}}
  call @blocks(%a, %c) : (memref<4xf64>, i1) -> ()
  return
}

// -----

func.func @named_op(%x: memref<100xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'linalg.fill' op must be lowered to loops first: run --convert-linalg-to-affine-loops}}
  linalg.fill ins(%zero : f32) outs(%x : memref<100xf32>)
  return
}

// -----

func.func @buffers(%a: memref<4xf64>, %b: memref<4xf64>) {
  // expected-remark @+1 {{carries values from one iteration to the next}}
  %r:2 = affine.for %i = 0 to 4 iter_args(%x = %a, %y = %b) -> (memref<4xf64>, memref<4xf64>) {
    affine.yield %y, %x : memref<4xf64>, memref<4xf64>
  }
  return
}

// -----

func.func @vload(%a: memref<8xf64>) {
  // expected-remark @+1 {{this nest runs at the root alone: 'affine.vector_load' op cannot be distributed}}
  affine.for %i = 0 to 8 step 4 {
    %v = affine.vector_load %a[%i] : memref<8xf64>, vector<4xf64>
    affine.vector_store %v, %a[%i] : memref<8xf64>, vector<4xf64>
  }
  return
}

// -----

func.func @offset(%a: memref<8xf64>, %p: memref<8xindex>) {
  %z = arith.constant 0.0 : f64
  // expected-remark @+1 {{this nest runs at the root alone: 'memref.subview' op cannot be distributed}}
  affine.for %i = 0 to 8 {
    %o = affine.load %p[%i] : memref<8xindex>
    %s = memref.subview %a[%o] [1] [1] : memref<8xf64> to memref<1xf64, strided<[1], offset: ?>>
    affine.store %z, %s[0] : memref<1xf64, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @step0(%a: memref<8xf64>, %s: index) {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark @+1 {{'scf.for' op cannot be distributed}}
  scf.for %i = %c0 to %c8 step %s {
    memref.store %z, %a[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @allociv(%a: memref<8xf64>) {
  %z = arith.constant 0.0 : f64
  // expected-remark @+1 {{this nest runs at the root alone: 'memref.alloc' op is inside a loop}}
  affine.for %i = 0 to 8 {
    %b = memref.alloc(%i) : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0)->(d0)>(%i) { affine.store %z, %b[%j] : memref<?xf64> }
    memref.dealloc %b : memref<?xf64>
  }
  return
}

// -----

func.func @unranked(%a: memref<8xf64>) {
  %u = memref.cast %a : memref<8xf64> to memref<*xf64>
  %b = memref.cast %u : memref<*xf64> to memref<8xf64>
  %z = arith.constant 0.0 : f64
  // expected-remark @+1 {{this nest runs at the root alone: 'affine.store' op accesses a memref that is neither}}
  affine.for %i = 0 to 8 {
    affine.store %z, %b[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @uns(%a: memref<8xf64>, %n: i32) {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @+1 {{'scf.for' op cannot be distributed}}
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    %j = arith.index_cast %i : i32 to index
    memref.store %z, %a[%j] : memref<8xf64>
  }
  return
}

// -----

func.func @noconst(%a: memref<8xf64>, %d: index) {
  %z = arith.constant 0.0 : f64
  // expected-remark @+1 {{this nest runs at the root alone: 'memref.store' op cannot be distributed}}
  affine.for %i = 0 to 8 {
    %m = arith.muli %i, %d : index
    memref.store %z, %a[%m] : memref<8xf64>
  }
  return
}
