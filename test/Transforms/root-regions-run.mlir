// Nests that are not affine run at the root; those around them stay distributed.
//
// RUN: %check_run %s --entry gather --grids 1,2,3,5,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry bound --grids 1,2,3,5,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry loads --grids 1,2,3,5,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry search --grids 1,2,3,5,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry fill --grids 1,2,3,5,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry only --grids 1,2,3,5,13,2x2,2x3 --distributed 0 --anywhere
// RUN: %check_run %s --entry last --grids 1,2,3,5,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry branch --grids 1,2,3,5,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry outlives --grids 1,2,3,5,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry table_of --grids 1,2,3,5,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry views --grids 1,2,3,5,2x2 --distributed 2 --arg 3=2
// RUN: %check_run %s --entry sizes --grids 1,3,8,2x2 --distributed 2,4 --arg 0=5 --arg 1=5x7 --arg 2=5x7 --arg 3=2.5
// RUN: %check_run %s --entry sizes --grids 1,3,8,2x2 --distributed 2,4 --arg 0=1 --arg 1=1x1 --arg 2=1x1 --arg 3=2.5
// RUN: %check_run %s --entry sizes --grids 1,3,8,2x2 --distributed 2,4 --arg 0=0 --arg 1=0x3 --arg 2=0x3 --arg 3=2.5
// RUN: %check_run %s --entry sizes --grids 1,3,8,2x2 --distributed 2,4 --arg 0=3 --arg 1=3x0 --arg 2=3x0 --arg 3=2.5
// RUN: %check_run %s --entry sizes --grids 1,3,8,2x2 --distributed 2,4 --arg 0=13 --arg 1=13x2 --arg 2=13x2 --arg 3=2.5
// RUN: %check_run %s --entry nothing --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry sizes_inside --grids 1,3,13,2x2 --distributed 2
// RUN: %check_run %s --entry switch --grids 1,3,13,2x2 --distributed 1
// RUN: %check_run %s --entry parallel --grids 1,3,13,2x2 --distributed 2
// RUN: %check_run %s --entry copies --grids 1,3,13,2x2 --distributed 2
// RUN: %check_run %s --entry select --grids 1,3,13,2x2 --distributed 2
// RUN: %check_run %s --entry carry --grids 1,3,13,2x2 --distributed 1

// A subscript from data between two nests that are distributed.
func.func @gather(%idx: memref<20xi32>, %x: memref<20xf64>, %y: memref<20xf64>) {
  %two = arith.constant 2.0 : f64
  %t = memref.alloc() : memref<20xf64>
  affine.for %i = 0 to 20 {
    %0 = affine.load %x[%i] : memref<20xf64>
    %1 = arith.mulf %0, %two : f64
    affine.store %1, %t[%i] : memref<20xf64>
  }
  %c20 = arith.constant 20 : i32
  affine.for %i = 0 to 20 {
    %0 = affine.load %idx[%i] : memref<20xi32>
    %m = arith.remui %0, %c20 : i32
    %k = arith.index_cast %m : i32 to index
    %1 = memref.load %t[%k] : memref<20xf64>
    affine.store %1, %y[%i] : memref<20xf64>
  }
  affine.for %i = 0 to 20 {
    %0 = affine.load %y[%i] : memref<20xf64>
    %1 = arith.addf %0, %two : f64
    affine.store %1, %y[%i] : memref<20xf64>
  }
  memref.dealloc %t : memref<20xf64>
  return
}
// A bound from data, computed before the region.
func.func @bound(%len: memref<23xi32>, %x: memref<20xf64>, %y: memref<20xf64>) {
  %two = arith.constant 2.0 : f64
  %c20 = arith.constant 20 : i32
  %l = affine.load %len[22] : memref<23xi32>
  %m = arith.remui %l, %c20 : i32
  %n = arith.index_cast %m : i32 to index
  affine.for %i = 0 to 20 {
    %0 = affine.load %x[%i] : memref<20xf64>
    %1 = arith.mulf %0, %two : f64
    affine.store %1, %y[%i] : memref<20xf64>
  }
  affine.for %i = 0 to %n {
    affine.store %two, %y[%i] : memref<20xf64>
  }
  %w = affine.load %y[0] : memref<20xf64>
  affine.for %i = 0 to 20 {
    %0 = affine.load %x[%i] : memref<20xf64>
    %1 = arith.mulf %0, %w : f64
    affine.store %1, %x[%i] : memref<20xf64>
  }
  return
}
// Loads at the top level, one of them with a subscript from data.
func.func @loads(%idx: memref<20xi32>, %x: memref<20xf64>, %y: memref<20xf64>) {
  %c20 = arith.constant 20 : i32
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 20 {
    %0 = affine.load %x[%i] : memref<20xf64>
    affine.store %0, %y[19 - %i] : memref<20xf64>
  }
  %0 = memref.load %idx[%c0] : memref<20xi32>
  %m = arith.remui %0, %c20 : i32
  %k = arith.index_cast %m : i32 to index
  %v = memref.load %y[%k] : memref<20xf64>
  affine.for %i = 0 to 20 {
    %2 = affine.load %x[%i] : memref<20xf64>
    %1 = arith.mulf %2, %v : f64
    affine.store %1, %x[%i] : memref<20xf64>
  }
  affine.store %v, %x[3]: memref<20xf64>
  return
}
// scf.while, whose results are a factor and a bound.
func.func @search(%x: memref<20xf64>, %y: memref<20xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : index
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %r, %s = scf.while (%a = %c0, %acc = %zero) : (index, f64) -> (index, f64) {
    %v = memref.load %x[%a] : memref<20xf64>
    %p = arith.cmpf olt, %v, %two : f64
    %q = arith.cmpi slt, %a, %c19 : index
    %b = arith.andi %p, %q : i1
    scf.condition(%b) %a, %acc : index, f64
  } do {
  ^bb0(%a: index, %acc: f64):
    %n = arith.addi %a, %c1 : index
    %v = memref.load %x[%a] : memref<20xf64>
    %acc2 = arith.addf %acc, %v : f64
    scf.yield %n, %acc2 : index, f64
  }
  affine.for %i = 0 to 20 {
    %2 = affine.load %x[%i] : memref<20xf64>
    %1 = arith.mulf %2, %s : f64
    affine.store %1, %y[%i] : memref<20xf64>
  }
  affine.for %i = 0 to %r {
    %2 = affine.load %y[%i] : memref<20xf64>
    %1 = arith.mulf %2, %s : f64
    affine.store %1, %y[%i] : memref<20xf64>
  }
  return
}
// A local array of two dimensions that a region fills in part.
func.func @fill(%idx: memref<6x7xi32>, %x: memref<6x7xf64>, %y: memref<6x7xf64>) {
  %t = memref.alloc() : memref<6x7xf64>
  %c42 = arith.constant 42 : i32
  %c7 = arith.constant 7 : index
  %z = arith.constant 1.5 : f64
  affine.for %i = 0 to 6 { affine.for %j = 0 to 7 {
    affine.store %z, %t[%i, %j] : memref<6x7xf64>
  } }
  affine.for %i = 0 to 6 { affine.for %j = 0 to 7 {
    %0 = affine.load %idx[%i, %j] : memref<6x7xi32>
    %m = arith.remui %0, %c42 : i32
    %k = arith.index_cast %m : i32 to index
    %r = arith.divui %k, %c7 : index
    %c = arith.remui %k, %c7 : index
    %v = affine.load %x[%i, %j] : memref<6x7xf64>
    memref.store %v, %t[%r, %c] : memref<6x7xf64>
  } }
  affine.for %i = 0 to 6 { affine.for %j = 0 to 7 {
    %v = affine.load %t[%i, %j] : memref<6x7xf64>
    affine.store %v, %y[%i, %j] : memref<6x7xf64>
  } }
  memref.dealloc %t : memref<6x7xf64>
  return
}
// Sizes that are known at run time, a scalar argument.
func.func @sizes(%idx: memref<?xi32>, %x: memref<?x?xf64>, %y: memref<?x?xf64>, %s: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf64>
  %m = memref.dim %x, %c1 : memref<?x?xf64>
  %t = memref.alloc(%n, %m) : memref<?x?xf64>
  affine.for %i = 0 to %n { affine.for %j = 0 to %m {
    %v = affine.load %x[%i, %j] : memref<?x?xf64>
    %w = arith.mulf %v, %s : f64
    affine.store %w, %t[%i, %j] : memref<?x?xf64>
  } }
  %mi = arith.index_cast %m : index to i32
  %s2 = arith.mulf %s, %s : f64
  affine.for %i = 0 to %n { affine.for %j = 0 to %m {
    %0 = affine.load %idx[%i] : memref<?xi32>
    %q = arith.remui %0, %mi : i32
    %k = arith.index_cast %q : i32 to index
    %v = memref.load %t[%i, %k] : memref<?x?xf64>
    %w = arith.addf %v, %s2 : f64
    memref.store %w, %t[%i, %j] : memref<?x?xf64>
  } }
  affine.for %i = 0 to %n { affine.for %j = 0 to %m {
    %v = affine.load %t[%i, %j] : memref<?x?xf64>
    affine.store %v, %y[%i, %j] : memref<?x?xf64>
  } }
  memref.dealloc %t : memref<?x?xf64>
  return
}
// Nothing but a region.
func.func @only(%p: memref<10xi32>, %x: memref<7xi32>) {
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 10 {
    %0 = affine.load %p[%i] : memref<10xi32>
    %1 = arith.remui %0, %seven : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %x[%2] : memref<7xi32>
    %4 = arith.addi %3, %one : i32
    memref.store %4, %x[%2] : memref<7xi32>
  }
  return
}
// A region at the end, after statements that write in part.
func.func @last(%p: memref<10xi32>, %x: memref<17xi32>) {
  %one = arith.constant 1 : i32
  %seven = arith.constant 17 : i32
  affine.for %i = 3 to 9 {
    affine.store %one, %x[%i] : memref<17xi32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %p[%i] : memref<10xi32>
    %1 = arith.remui %0, %seven : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %x[%2] : memref<17xi32>
    %4 = arith.addi %3, %one : i32
    memref.store %4, %x[%2] : memref<17xi32>
  }
  return
}
// A branch on data; a value that is carried out of the region.
func.func @branch(%x: memref<17xf64>, %y: memref<17xf64>) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  affine.for %i = 0 to 17 {
    %v = affine.load %x[16 - %i] : memref<17xf64>
    %w = arith.mulf %v, %two : f64
    affine.store %w, %y[%i] : memref<17xf64>
  }
  %acc = affine.for %i = 0 to 17 iter_args(%a = %zero) -> (f64) {
    %v = affine.load %y[%i] : memref<17xf64>
    %c = arith.cmpf olt, %v, %two : f64
    %r = scf.if %c -> (f64) {
      affine.store %zero, %y[%i] : memref<17xf64>
      %b = arith.addf %a, %v : f64
      scf.yield %b : f64
    } else { scf.yield %a : f64 }
    affine.yield %r : f64
  }
  affine.for %i = 0 to 17 {
    %v = affine.load %y[%i] : memref<17xf64>
    %w = arith.addf %v, %acc : f64
    affine.store %w, %x[%i] : memref<17xf64>
  }
  return
}
// A load before the region is used after it, and the element overwritten.
func.func @outlives(%p: memref<17xindex>, %x: memref<17xf64>, %y: memref<17xf64>) {
  %two = arith.constant 2.0 : f64
  %17 = arith.constant 17 : index
  %v = affine.load %x[3] : memref<17xf64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %p[%i] : memref<17xindex>
    %1 = arith.remui %0, %17 : index
    memref.store %two, %x[%1] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    affine.store %v, %y[%i] : memref<17xf64>
  }
  affine.store %two, %x[3] : memref<17xf64>
  %w = affine.load %x[4] : memref<17xf64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %p[%i] : memref<17xindex>
    %1 = arith.remui %0, %17 : index
    %2 = memref.load %y[%1] : memref<17xf64>
    %3 = arith.addf %w, %2 : f64
    memref.store %3, %x[%1] : memref<17xf64>
  }
  return
}
// A view.
func.func @views(%p: memref<17xindex>, %x: memref<4x20xf64>, %y: memref<17xf64>, %o: index) {
  %17 = arith.constant 17 : index
  %s = memref.subview %x[1, 2] [1, 17] [1, 1] : memref<4x20xf64> to memref<17xf64, strided<[1], offset: 22>>
  affine.for %i = 0 to 17 {
    %v = affine.load %s[%i] : memref<17xf64, strided<[1], offset: 22>>
    %w = arith.addf %v, %v : f64
    affine.store %w, %s[%i] : memref<17xf64, strided<[1], offset: 22>>
  }
  affine.for %i = 0 to 17 {
    %0 = affine.load %p[%i] : memref<17xindex>
    %1 = arith.remui %0, %17 : index
    %2 = memref.load %s[%1] : memref<17xf64, strided<[1], offset: 22>>
    affine.store %2, %y[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %v = affine.load %y[%i] : memref<17xf64>
    affine.store %v, %x[2, %i] : memref<4x20xf64>
  }
  return
}
// A constant of the module.
memref.global "private" constant @table : memref<17xf64> = dense<1.25>
func.func @table_of(%x: memref<17xf64>, %y: memref<17xf64>) {
  %t = memref.get_global @table : memref<17xf64>
  affine.for %i = 0 to 17 {
    %v = affine.load %x[%i] : memref<17xf64>
    %w = arith.addf %v, %v : f64
    affine.store %w, %y[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %v = affine.load %t[%i] : memref<17xf64>
    %u = affine.load %y[%i] : memref<17xf64>
    %w = arith.addf %v, %u : f64
    affine.store %w, %y[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %v = affine.load %y[%i] : memref<17xf64>
    affine.store %v, %x[16 - %i] : memref<17xf64>
  }
  return
}
func.func @nothing(%p: memref<0xindex>, %x: memref<0x4xf64>, %y: memref<0x4xf64>) {
  %4 = arith.constant 4 : index
  %t = memref.alloc() : memref<0x4xf64>
  affine.for %i = 0 to 0 { affine.for %j = 0 to 4 {
    %v = affine.load %x[%i, %j] : memref<0x4xf64>
    affine.store %v, %t[%i, %j] : memref<0x4xf64>
  } }
  affine.for %i = 0 to 0 {
    %0 = affine.load %p[%i] : memref<0xindex>
    %1 = arith.remui %0, %4 : index
    %2 = memref.load %t[%i, %1] : memref<0x4xf64>
    affine.store %2, %y[%i, 0] : memref<0x4xf64>
  }
  affine.for %i = 0 to 0 { affine.for %j = 0 to 4 {
    %v = affine.load %t[%i, %j] : memref<0x4xf64>
    affine.store %v, %y[%i, %j] : memref<0x4xf64>
  } }
  memref.dealloc %t : memref<0x4xf64>
  return
}
// An allocation whose size is data.
func.func @sizes_inside(%p: memref<9xindex>, %x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 9 { 
    %v = affine.load %x[8 - %i] : memref<9xf64>
    affine.store %v, %y[%i] : memref<9xf64> }
  affine.for %i = 0 to 9 {
    %0 = affine.load %p[%i] : memref<9xindex>
    %1 = arith.remui %0, %c9 : index
    %n = arith.addi %1, %c1 : index
    %t = memref.alloc(%n) : memref<?xf64>
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %y[%j] : memref<9xf64>
      %w = arith.addf %v, %one : f64
      memref.store %w, %t[%j] : memref<?xf64>
    }
    %v = memref.load %t[%1] : memref<?xf64>
    affine.store %v, %y[%i] : memref<9xf64>
    memref.dealloc %t : memref<?xf64>
  }
  affine.for %i = 0 to 9 { 
    %v = affine.load %y[8 - %i] : memref<9xf64>
    affine.store %v, %x[%i] : memref<9xf64> }
  return
}
// Branches by data; a region with control flow between blocks; a region whose
// results are a value and a bound.
func.func @switch(%p: memref<9xindex>, %x: memref<9xf64>, %y: memref<9xf64>) {
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %0 = affine.load %p[2] : memref<9xindex>
  %1 = arith.remui %0, %c4 : index
  %r = scf.index_switch %1 -> f64
  case 0 { %v = affine.load %x[5] : memref<9xf64>
    affine.store %one, %x[4] : memref<9xf64>
    scf.yield %v : f64 }
  case 2 { %v = affine.load %x[6] : memref<9xf64>
    scf.yield %v : f64 }
  default { scf.yield %one : f64 }
  %q:2 = scf.execute_region -> (f64, index) {
    %c = arith.cmpf olt, %r, %one : f64
    cf.cond_br %c, ^a, ^b
  ^a:
    %u = arith.addf %r, %one : f64
    cf.br ^c(%u, %1 : f64, index)
  ^b:
    cf.br ^c(%r, %c4 : f64, index)
  ^c(%z: f64, %k: index):
    scf.yield %z, %k : f64, index
  }
  affine.for %i = 0 to 9 { 
    %v = affine.load %x[8 - %i] : memref<9xf64>
    %w = arith.addf %v, %q#0 : f64
    affine.store %w, %y[%i] : memref<9xf64> }
  affine.for %i = 0 to %q#1 { 
    %v = affine.load %x[8 - %i] : memref<9xf64>
    %w = arith.mulf %v, %q#0 : f64
    affine.store %w, %y[%i] : memref<9xf64> }
  return
}
// Parallel loops with subscripts and a bound from data.
func.func @parallel(%p: memref<9xindex>, %x: memref<9xf64>, %y: memref<9xf64>) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = affine.load %p[2] : memref<9xindex>
  %m = arith.remui %n, %c9 : index
  affine.for %i = 0 to 9 { 
    %v = affine.load %x[8 - %i] : memref<9xf64>
    affine.store %v, %y[%i] : memref<9xf64> }
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
    %0 = memref.load %p[%i] : memref<9xindex>
    %1 = arith.remui %0, %c9 : index
    %v = memref.load %y[%1] : memref<9xf64>
    memref.store %v, %x[%i] : memref<9xf64>
  }
  affine.parallel (%i) = (0) to (9) {
    %0 = affine.load %p[%i] : memref<9xindex>
    %1 = arith.remui %0, %c9 : index
    %v = memref.load %x[%1] : memref<9xf64>
    affine.store %v, %y[%i] : memref<9xf64>
  }
  affine.parallel (%i) = (0) to (9) {
    %v = affine.load %x[8 - %i] : memref<9xf64>
    %u = affine.load %y[8 - %i] : memref<9xf64>
    %w = arith.addf %u, %v : f64
    affine.store %w, %y[8 - %i] : memref<9xf64>
  }
  return
}
// Views made in the region, and a copy of one.
func.func @copies(%p: memref<9xindex>, %x: memref<9x4xf64>, %y: memref<9x4xf64>) {
  %c9 = arith.constant 9 : index
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 4 {
    %v = affine.load %x[8 - %i, %j] : memref<9x4xf64>
    affine.store %v, %y[%i, %j] : memref<9x4xf64> } }
  affine.for %i = 0 to 9 {
    %0 = affine.load %p[%i] : memref<9xindex>
    %1 = arith.remui %0, %c9 : index
    %s = memref.subview %x[%1, 0] [1, 4] [1, 1] : memref<9x4xf64> to memref<1x4xf64, strided<[4, 1], offset: ?>>
    %t = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<9x4xf64> to memref<1x4xf64, strided<[4, 1], offset: ?>>
    memref.copy %s, %t : memref<1x4xf64, strided<[4, 1], offset: ?>> to memref<1x4xf64, strided<[4, 1], offset: ?>>
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 4 {
    %v = affine.load %y[8 - %i, %j] : memref<9x4xf64>
    affine.store %v, %x[%i, %j] : memref<9x4xf64> } }
  return
}
// An array that is chosen by data.
func.func @select(%p: memref<9xi32>, %x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 9 {
    %v = affine.load %x[8 - %i] : memref<9xf64>
    affine.store %v, %y[%i] : memref<9xf64> }
  affine.for %i = 0 to 9 {
    %0 = affine.load %p[%i] : memref<9xi32>
    %c = arith.cmpi slt, %0, %c0 : i32
    %b = arith.select %c, %x, %y : memref<9xf64>
    %v = affine.load %b[8 - %i] : memref<9xf64>
    affine.store %v, %b[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 9 {
    %v = affine.load %x[8 - %i] : memref<9xf64>
    affine.store %v, %y[%i] : memref<9xf64> }
  return
}
// Values carried through a region and then through a nest that is read.
func.func @carry(%p: memref<9xi32>, %x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : i32
  %z = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to 9 iter_args(%a = %z) -> f64 {
    %v = affine.load %x[%i] : memref<9xf64>
    %0 = affine.load %p[%i] : memref<9xi32>
    %c = arith.cmpi slt, %0, %c0 : i32
    %b = scf.if %c -> f64 { %q = arith.addf %a, %v : f64 
      scf.yield %q : f64 } else { scf.yield %a : f64 }
    affine.yield %b : f64
  }
  %s2 = affine.for %i = 0 to 9 iter_args(%a = %s) -> f64 {
    %v = affine.load %x[%i] : memref<9xf64>
    %b = arith.maximumf %a, %v : f64
    affine.yield %b : f64
  }
  affine.for %i = 0 to 9 {
    %v = affine.load %x[8 - %i] : memref<9xf64>
    %w = arith.addf %v, %s2 : f64
    affine.store %w, %y[%i] : memref<9xf64> }
  return
}
