// Independent live ranges of a local array get arrays of their own.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/directions.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/directions.mlir
// RUN: dmm-run %t/directions.mlir --grid 2x2 --check --simulate
// RUN: dmm-run %t/directions.mlir --grid 13 --check --simulate
// RUN: dmm-run %t/matrix.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/matrix.mlir
// RUN: dmm-run %t/matrix.mlir --grid 2x3 --check --simulate
// RUN: dmm-run %t/matrix.mlir --grid 13 --check --simulate
// RUN: dmm-run %t/dynamic.mlir --grid 3 --arg 0=5 --arg 1=5x5 --arg 2=5x5 --arg 3=5x5 --arg 4=5x5 --dump-plan --check --simulate 2>&1 | FileCheck %t/dynamic.mlir
// RUN: dmm-run %t/dynamic.mlir --grid 4 --arg 0=0 --arg 1=0x0 --arg 2=0x0 --arg 3=0x0 --arg 4=0x0 --check --simulate
// RUN: dmm-run %t/one-loop.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/one-loop.mlir
// RUN: dmm-run %t/shared-load.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/shared-load.mlir
// RUN: dmm-run %t/unseen.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/unseen.mlir
// RUN: dmm-run %t/conditional.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/conditional.mlir
// RUN: dmm-run %t/time.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/time.mlir
// RUN: dmm-run %t/alike.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/alike.mlir
// RUN: dmm-run %t/undefined.mlir --grid 3 --dump-plan --simulate 2>&1 | FileCheck %t/undefined.mlir
// RUN: dmm-run %t/requested.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/requested.mlir
//
// What dmm-distribute has split is not split again.
// RUN: mlir-opt %t/matrix.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=3})' -o %t/once.mlir
// RUN: mlir-opt %t/once.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=3})' -o %t/twice.mlir
// RUN: diff %t/once.mlir %t/twice.mlir
// RUN: FileCheck %s --check-prefix=IR --input-file=%t/once.mlir
// IR-LABEL: func.func @matrix(
// IR: %[[T:.*]] = memref.alloc() {{.*}}dmm.layout
// IR-NEXT: %[[U:.*]] = memref.alloc() {{.*}}dmm.layout
// IR-NOT: memref.alloc
// IR: affine.store %{{.*}}, %[[T]][%{{.*}}, %{{.*}}]
// IR: affine.load %[[T]]
// IR: affine.store %{{.*}}, %[[U]][%{{.*}}, %{{.*}}]
// IR: affine.load %[[U]]
// IR: memref.dealloc %[[T]]
// IR-NEXT: memref.dealloc %[[U]]

//--- directions.mlir
// The cell carries a value along the rows, then along the columns: along the
// rows it stays in one partition.
// CHECK: local1: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: pinned at 0
// CHECK-NOT: transpose local1
// CHECK: transpose local2 over axis 0
// CHECK-NOT: transpose local1
// CHECK: check: ok (exact)
func.func @directions(%a: memref<11x13xf64> {dmm.split = [0, -1]}) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloca() : memref<f64>
  affine.for %i = 0 to 11 {
    affine.store %zero, %t[] : memref<f64>
    affine.for %j = 0 to 13 {
      %0 = affine.load %a[%i, %j] : memref<11x13xf64>
      %1 = affine.load %t[] : memref<f64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<11x13xf64>
      %3 = affine.load %a[%i, %j] : memref<11x13xf64>
      affine.store %3, %t[] : memref<f64>
    }
  }
  affine.for %j = 0 to 13 {
    affine.store %zero, %t[] : memref<f64>
    affine.for %i = 0 to 11 {
      %0 = affine.load %a[%i, %j] : memref<11x13xf64>
      %1 = affine.load %t[] : memref<f64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<11x13xf64>
      %3 = affine.load %a[%i, %j] : memref<11x13xf64>
      affine.store %3, %t[] : memref<f64>
    }
  }
  return
}

//--- matrix.mlir
// As itself, then transposed: no element moves.
// CHECK: local4: 7x7xf64, local
// CHECK-NEXT: axis 0: dim 0 sharded
// CHECK: local5: 7x7xf64, local
// CHECK-NEXT: axis 0: dim 1 sharded
// CHECK-NOT: transpose
// CHECK: check: ok (exact)
func.func @matrix(%a: memref<7x7xf64>, %b: memref<7x7xf64>,
                  %c: memref<7x7xf64>, %d: memref<7x7xf64>) {
  %t = memref.alloc() : memref<7x7xf64>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %a[%i, %j] : memref<7x7xf64>
      affine.store %0, %t[%i, %j] : memref<7x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %t[%i, %j] : memref<7x7xf64>
      affine.store %0, %b[%i, %j] : memref<7x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %c[%i, %j] : memref<7x7xf64>
      affine.store %0, %t[%j, %i] : memref<7x7xf64>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %t[%j, %i] : memref<7x7xf64>
      affine.store %0, %d[%i, %j] : memref<7x7xf64>
    }
  }
  memref.dealloc %t : memref<7x7xf64>
  return
}

//--- dynamic.mlir
// CHECK: local4: {{.*}}f64, local
// CHECK-NEXT: axis 0: dim 0 sharded
// CHECK: local5: {{.*}}f64, local
// CHECK-NEXT: axis 0: dim 1 sharded
// CHECK-NOT: transpose
// CHECK: check: ok (exact)
func.func @dynamic(%n: index, %a: memref<?x?xf64>, %b: memref<?x?xf64>,
                   %c: memref<?x?xf64>, %d: memref<?x?xf64>) {
  %t = memref.alloc(%n, %n) : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<?x?xf64>
      affine.store %0, %t[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %t[%i, %j] : memref<?x?xf64>
      affine.store %0, %b[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %c[%i, %j] : memref<?x?xf64>
      affine.store %0, %t[%j, %i] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %t[%j, %i] : memref<?x?xf64>
      affine.store %0, %d[%i, %j] : memref<?x?xf64>
    }
  }
  memref.dealloc %t : memref<?x?xf64>
  return
}

//--- one-loop.mlir
// Two values of one iteration, the first read by the write of the second.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK: local3: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK-NOT: transpose
// CHECK: check: ok (exact)
func.func @one_loop(%x: memref<10xf64>, %y: memref<10xf64>) {
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    %2 = arith.mulf %1, %1 : f64
    affine.store %2, %t[] : memref<f64>
    %3 = affine.load %t[] : memref<f64>
    affine.store %3, %y[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<f64>
  return
}

//--- shared-load.mlir
// One load serves two statements.
// CHECK: local3: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK: local4: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK-NOT: transpose
// CHECK: check: ok (exact)
func.func @shared_load(%x: memref<10xf64>, %y: memref<10xf64>,
                       %z: memref<10xf64>) {
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %y[%i] : memref<10xf64>
    affine.store %1, %z[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %y[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %x[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<f64>
  return
}

//--- unseen.mlir
// A value that nobody reads needs no memory of its own.
// CHECK: local2: f64, local
// CHECK-NOT: local3
// CHECK: check: ok (exact)
func.func @unseen(%x: memref<10xf64>, %y: memref<10xf64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<f64>
  affine.store %zero, %t[] : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %y[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<f64>
  return
}

//--- conditional.mlir
// The read of the second loop may see either write; the third loop is apart.
// CHECK: local2: f64, local
// CHECK: local3: f64, local
// CHECK-NOT: local4
// CHECK: check: ok (exact)
#below = affine_set<(d0) : (6 - d0 >= 0)>
func.func @conditional(%x: memref<10xf64>, %y: memref<10xf64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<f64>
  affine.store %zero, %t[] : memref<f64>
  affine.for %i = 0 to 10 {
    affine.if #below(%i) {
      %0 = affine.load %x[%i] : memref<10xf64>
      affine.store %0, %t[] : memref<f64>
    }
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %y[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %y[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %x[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<f64>
  return
}

//--- time.mlir
// What one step writes last, the next reads first: a single live range.
// CHECK: local1: 10xf64, local
// CHECK-NOT: local2
// CHECK: check: ok (exact)
func.func @time(%x: memref<10xf64>) {
  %t = memref.alloc() : memref<10xf64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[%i] : memref<10xf64>
  }
  affine.for %s = 0 to 3 {
    affine.for %i = 0 to 10 {
      %0 = affine.load %t[%i] : memref<10xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %x[%i] : memref<10xf64>
    }
    affine.for %i = 0 to 10 {
      %0 = affine.load %x[-%i + 9] : memref<10xf64>
      affine.store %0, %t[%i] : memref<10xf64>
    }
  }
  memref.dealloc %t : memref<10xf64>
  return
}

//--- alike.mlir
// Two live ranges that lie alike share the memory.
// CHECK: local2: 10xf64, local
// CHECK-NOT: local3
// CHECK: check: ok (exact)
func.func @alike(%x: memref<10xf64>, %y: memref<10xf64>) {
  %t = memref.alloc() : memref<10xf64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %t[%i] : memref<10xf64>
    affine.store %0, %y[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %y[%i] : memref<10xf64>
    affine.store %0, %t[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %t[%i] : memref<10xf64>
    affine.store %0, %x[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<10xf64>
  return
}

//--- undefined.mlir
// The first two loops read what was there before: they share one cell. The
// others have one each.
// CHECK: local2: f64, local
// CHECK: local3: f64, local
// CHECK: local4: f64, local
// CHECK-NOT: local5
// CHECK: simulation: ok
func.func @undefined(%x: memref<10xf64>, %y: memref<10xf64>) {
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %t[] : memref<f64>
    affine.store %0, %x[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %t[] : memref<f64>
    affine.store %0, %y[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %y[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %x[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %y[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<f64>
  return
}

//--- requested.mlir
// Where the user has said where an array lives, it stays one.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: pinned at 1
// CHECK-NOT: local3
// CHECK: check: ok (exact)
func.func @requested(%x: memref<10xf64>, %y: memref<10xf64>) {
  %t = memref.alloc() {dmm.layout = #dmm.layout<[{pin = 1 : i64}]>} : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %y[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %y[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %x[%i] : memref<10xf64>
  }
  memref.dealloc %t : memref<f64>
  return
}
