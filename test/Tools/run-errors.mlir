// What does not fit the program is an error that says what was expected; no
// answer is given.
//
// RUN: rm -rf %t && mkdir %t

// Entries.
// RUN: not dmm-run %s --entry missing 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: error: {{.*}}run-errors.mlir: no function @missing with a body; the file has @f, @strided_back, @result, @tensor, @huge, @before, @bad, @bad_init
// RUN: not dmm-run %s 2>&1 | FileCheck %s --check-prefix=NOENTRY
// NOENTRY: error: {{.*}}run-errors.mlir: --entry NAME is needed to tell which function to run; the file has @f,

// Files that cannot be read or parsed.
// RUN: not dmm-run %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=NOFILE
// NOFILE: error: cannot read {{.*}}missing.mlir: No such file or directory
// RUN: not dmm-run %t 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot read {{.*}}: Is a directory
// RUN: echo 'func.func @f() { return' > %t/broken.mlir
// RUN: not dmm-run %t/broken.mlir 2>&1 | FileCheck %s --check-prefix=PARSE
// PARSE: broken.mlir:{{[0-9]+}}:{{[0-9]+}}: error:

// Grids.
// RUN: sed 's/@GRID@/array<i64: 2, 0>/' %S/Inputs/grid.mlir.in > %t/grid.mlir
// RUN: not dmm-run %t/grid.mlir 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: sed 's/@GRID@/4 : i64/' %S/Inputs/grid.mlir.in > %t/grid.mlir
// RUN: not dmm-run %t/grid.mlir --grid 4 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: sed 's/@GRID@/array<i64: 4611686018427387904, 4>/' %S/Inputs/grid.mlir.in > %t/grid.mlir
// RUN: not dmm-run %t/grid.mlir 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: grid.mlir:1:1: error: 'builtin.module' op has a 'dmm.grid' that is not array<i64> with 1 to 8 sizes of at least 1 and a product of at most 9223372036854775807
// RUN: dmm-run %S/Inputs/own-grid.mlir --check --stats | FileCheck %s --check-prefix=OWN
// RUN: not dmm-run %S/Inputs/own-grid.mlir --grid 3 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not dmm-run %S/Inputs/own-grid.mlir --partitions 3 2>&1 | FileCheck %s --check-prefix=PARTITIONS
// OWN: check: ok
// OTHER: own-grid.mlir:1:1: error: 'func.func' op has a 'dmm.grid' of its own, which is not the one of the module or of the option
// PARTITIONS: error: {{.*}}own-grid.mlir has a dmm.grid, which does not go with --partitions

// The report tells of it, too.
// RUN: not dmm-run %t/broken.mlir --json 2>/dev/null | FileCheck %s --check-prefix=BROKEN
// BROKEN: "check": null,
// BROKEN-NEXT: "error": "{{.*}}broken.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.+}}",
// RUN: not dmm-run %t/missing.mlir --json 2>/dev/null | FileCheck %s --check-prefix=MISSING
// MISSING: "error": "cannot read {{.*}}missing.mlir: No such file or directory",
// RUN: not dmm-run %s --entry result --json 2>/dev/null | FileCheck %s --check-prefix=REFUSED
// REFUSED: "error": "{{.*}}run-errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'func.func' op returns values{{.*}}",
// RUN: not dmm-run %t/missing.mlir %s --entry f --arg 1=4x3 --json 2>/dev/null | FileCheck %s --check-prefix=SECOND
// SECOND: "error": "cannot read
// SECOND: "error": null,

// Options of the passes; where a pass refuses the program, the report still has
// the plan.
// RUN: not dmm-run %s --entry f --arg 1=4x3 --opt depth=1,mode=cost 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: the passes 'dmm-compile{grid=1 depth=1 mode=cost}': {{.*}}no such option depth
// RUN: not dmm-run %s --entry f --arg 1=4x3 --opt mode=maybe 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: the option mode is 'maybe'
// RUN: not dmm-run %S/run-model.mlir --entry rooted --grid 2 --opt require-distributed=true --json 2>/dev/null | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: "error": "{{.*}}error: the function must be distributed, but
// REQUIRED: "distributed": true

// Numbers.
// RUN: not dmm-run %s --entry f --arg 1=4x3 --arg 0=fast 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: --arg 0=fast: expected a number of type f32
// RUN: not dmm-run %s --entry f --arg 1=4x3 --arg 2=1.5 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: error: --arg 2=1.5: expected a number of type i8
// RUN: not dmm-run %s --entry f --arg 1=4x3 --arg 2=256 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: --arg 2=256: expected a number of type i8
// RUN: not dmm-run %s --entry f --arg 5=1 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: --arg 5=1: the function has 3 arguments, numbered from 0
// RUN: not dmm-run %s --entry f --out 0=%t/x.npy 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: error: --out 0={{.*}}: the function has no memref argument of that number

// Sizes.
// RUN: not dmm-run %s --entry f 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: argument 1 has dynamic sizes: give --arg 1=SIZES, as in 71x45, or --arg 1=FILE.npy
// RUN: not dmm-run %s --entry f --arg 1=4x4 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not dmm-run %s --entry f --arg 1=12 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not dmm-run %s --entry f --arg 1=99999999999999999999x3 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: --arg 1={{.*}}: expected sizes ?x3

// Array files.
// RUN: not dmm-run %s --entry f --arg 1=%t/missing.npy 2>&1 | FileCheck %s --check-prefix=NONPY
// NONPY: error: --arg 1={{.*}}missing.npy: No such file or directory
// RUN: not dmm-run %s --entry f --arg 1=%s 2>&1 | FileCheck %s --check-prefix=MAGIC
// MAGIC: error: --arg 1={{.*}}: not a .npy file of a plain array
// RUN: %python %S/Inputs/npy.py write %t/shape.npy '<f8' 1x4 1 2 3 4
// RUN: not dmm-run %s --entry f --arg 1=%t/shape.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: --arg 1={{.*}}shape.npy: expected the shape ?x3, got 1x4
// RUN: %python %S/Inputs/npy.py write %t/sizes.npy '<f8' 99999999999999999999x3
// RUN: not dmm-run %s --entry f --arg 1=%t/sizes.npy 2>&1 | FileCheck %s --check-prefix=BEYOND64
// BEYOND64: error: --arg 1={{.*}}sizes.npy: a size of its shape does not fit 64 bits
// RUN: %python %S/Inputs/npy.py write %t/rank.npy '<f8' 3 1 2 3
// RUN: not dmm-run %s --entry f --arg 1=%t/rank.npy 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: --arg 1={{.*}}rank.npy: expected the shape ?x3, got 3
// RUN: %python %S/Inputs/npy.py write %t/type.npy '<f4' 1x3 1 2 3
// RUN: not dmm-run %s --entry f --arg 1=%t/type.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: --arg 1={{.*}}type.npy: expected elements of type f64 ('<f8'), got '<f4'
// RUN: %python %S/Inputs/npy.py write %t/big.npy '>f8' 1x3 1 2 3
// RUN: not dmm-run %s --entry f --arg 1=%t/big.npy 2>&1 | FileCheck %s --check-prefix=ENDIAN
// ENDIAN: error: --arg 1={{.*}}big.npy: expected elements of type f64 ('<f8'), got '>f8'
// RUN: %python %S/Inputs/npy.py write %t/fortran.npy '<f8' 1x3 1 2 3 --fortran
// RUN: not dmm-run %s --entry f --arg 1=%t/fortran.npy 2>&1 | FileCheck %s --check-prefix=FORTRAN
// FORTRAN: error: --arg 1={{.*}}fortran.npy: the array is in Fortran order, expected C order
// RUN: %python %S/Inputs/npy.py write %t/short.npy '<f8' 2x3 1 2 3 4 5
// RUN: not dmm-run %s --entry f --arg 1=%t/short.npy 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: %python %S/Inputs/npy.py write %t/long.npy '<f8' 1x3 1 2 3 4
// RUN: not dmm-run %s --entry f --arg 1=%t/long.npy 2>&1 | FileCheck %s --check-prefix=LENGTH
// LENGTH: error: --arg 1={{.*}}: the file does not hold as many elements as its header says

// Signatures.
// RUN: not dmm-run %s --entry strided_back 2>&1 | FileCheck %s --check-prefix=STRIDES
// STRIDES: run-errors.mlir:[[#]]:{{[0-9]+}}: error: 'func.func' op has argument 0 of a type that cannot be passed
// RUN: not dmm-run %s --entry huge 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: out of memory
// RUN: not dmm-run %s --entry before 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: error: 'func.func' op has argument 0 of a type that cannot be passed
// RUN: not dmm-run %s --entry tensor 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: run-errors.mlir:[[#]]:{{[0-9]+}}: error: 'func.func' op has argument 0 of a type that cannot be passed
// RUN: not dmm-run %s --entry result 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: run-errors.mlir:[[#]]:{{[0-9]+}}: error: 'func.func' op returns values: expected a function whose results are in memrefs
// RUN: not dmm-run %s --entry bad 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: run-errors.mlir:[[#]]:{{[0-9]+}}: error: 'func.func' op sets the arguments of @bad: expected the same signature

func.func @f(%a: f32, %x: memref<?x3xf64>, %n: i8) {
  return
}

func.func @strided_back(%x: memref<4xf32, strided<[-1], offset: 3>>) {
  return
}

func.func @result(%x: f32) -> f32 {
  return %x : f32
}

func.func @tensor(%x: tensor<4xf32>) {
  return
}

// More bytes than 64 bits count.
func.func @huge(%x: memref<4294967296x4294967296xf32>) {
  return
}

func.func @before(%x: memref<4xf32, strided<[1], offset: -2>>) {
  return
}

func.func @bad(%x: memref<4xf32>) {
  return
}

func.func @bad_init(%x: memref<5xf32>) {
  return
}
