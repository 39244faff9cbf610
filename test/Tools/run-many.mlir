// Many files in one call: a line each and one summary; JSON is an array.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: dmm-run %t/copy.mlir %t/scale.mlir --grid 2 --check | FileCheck %s --check-prefix=OK
//      OK: copy.mlir: @copy on grid 2: ok (exact)
// OK-NEXT: scale.mlir: @scale on grid 2: ok (exact)
// OK-NEXT: 2 files: 2 ok, 0 failed

// One that fails does not keep the others from running.
// RUN: not dmm-run %t/copy.mlir %t/broken.mlir %t/missing.mlir %t/linalg.mlir %t/scale.mlir --grid 2 2>%t/err | FileCheck %s --check-prefix=MIXED
// RUN: FileCheck %s --check-prefix=ERR --input-file %t/err
//      MIXED: copy.mlir: @copy on grid 2: ok
// MIXED-NEXT: broken.mlir: FAILED
// MIXED-NEXT: missing.mlir: FAILED
// MIXED-NEXT: linalg.mlir: @product on grid 2: FAILED
// MIXED-NEXT: scale.mlir: @scale on grid 2: ok
// MIXED-NEXT: 5 files: 2 ok, 3 failed
// ERR: broken.mlir:1:{{[0-9]+}}: error:
// ERR: error: cannot read {{.*}}missing.mlir
// ERR: linalg.mlir:2:3: error: 'linalg.matmul' op must be lowered to affine loops first: mlir-opt --convert-linalg-to-affine-loops {{.*}}linalg.mlir -o lowered.mlir

// RUN: dmm-run %t/copy.mlir %t/scale.mlir --json 2>%t/err | FileCheck %s --check-prefix=JSON
//      JSON: {{^}}[
// JSON-NEXT:   {
// JSON-NEXT:     "entry": "copy",
//      JSON:     "entry": "scale",
//      JSON: {{^}}]
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file %t/err
// SUMMARY: 2 files: 2 ok, 0 failed

//--- copy.mlir
func.func @copy(%x: memref<7xi32>, %y: memref<7xi32>) {
  affine.for %i = 0 to 7 {
    %0 = affine.load %x[%i] : memref<7xi32>
    affine.store %0, %y[%i] : memref<7xi32>
  }
  return
}

//--- scale.mlir
func.func @scale(%a: i32, %x: memref<7xi32>) {
  affine.for %i = 0 to 7 {
    %0 = affine.load %x[%i] : memref<7xi32>
    %1 = arith.muli %a, %0 : i32
    affine.store %1, %x[%i] : memref<7xi32>
  }
  return
}

//--- broken.mlir
func.func @f( {

//--- linalg.mlir
func.func @product(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
