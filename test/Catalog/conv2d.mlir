// A 2-D convolution with a 3 x 3 filter: where the filter fits into the image;
// and on all of it, with zeros around it.
//
// RUN: %check_run %s --entry conv2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather,fabric.halo --words dmm.gather='15*21-min(15,block(17,R))*min(21,block(23,C))' --words fabric.send='9*(P-1)' --words fabric.halo='ghosts(17,R,0,2)*23+ghosts(23,C,0,2)*(17+ghosts(17,R,0,2))'
// RUN: %check_run %s --entry conv2d_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry conv2d_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry conv2d_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=23 --arg 2=15 --arg 3=21 --arg 4=17x23 --arg 6=15x21
// RUN: %check_run %s --entry conv2d_padded --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @conv2d(

func.func @conv2d(%image: memref<17x23xf32>, %filter: memref<3x3xf32>,
                  %out: memref<15x21xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 21 {
      affine.store %zero, %out[%i, %j] : memref<15x21xf32>
      affine.for %u = 0 to 3 {
        affine.for %v = 0 to 3 {
          %0 = affine.load %out[%i, %j] : memref<15x21xf32>
          %1 = affine.load %image[%i + %u, %j + %v] : memref<17x23xf32>
          %2 = affine.load %filter[%u, %v] : memref<3x3xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %out[%i, %j] : memref<15x21xf32>
        }
      }
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @conv2d_iter_args(%image: memref<17x23xf32>, %filter: memref<3x3xf32>,
                            %out: memref<15x21xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 21 {
      %0 = affine.for %u = 0 to 3 iter_args(%s_0 = %zero) -> (f32) {
        %1 = affine.for %v = 0 to 3 iter_args(%s_1 = %s_0) -> (f32) {
          %2 = affine.load %image[%i + %u, %j + %v] : memref<17x23xf32>
          %3 = affine.load %filter[%u, %v] : memref<3x3xf32>
          %4 = arith.mulf %2, %3 : f32
          %5 = arith.addf %s_1, %4 : f32
          affine.yield %5 : f32
        }
        affine.yield %1 : f32
      }
      affine.store %0, %out[%i, %j] : memref<15x21xf32>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @conv2d_rank0(%image: memref<17x23xf32>, %filter: memref<3x3xf32>,
                        %out: memref<15x21xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloca() : memref<f32>
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 21 {
      affine.store %zero, %s[] : memref<f32>
      affine.for %u = 0 to 3 {
        affine.for %v = 0 to 3 {
          %0 = affine.load %s[] : memref<f32>
          %1 = affine.load %image[%i + %u, %j + %v] : memref<17x23xf32>
          %2 = affine.load %filter[%u, %v] : memref<3x3xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %s[] : memref<f32>
        }
      }
      %5 = affine.load %s[] : memref<f32>
      affine.store %5, %out[%i, %j] : memref<15x21xf32>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @conv2d_dynamic(%h: i32, %w: i32, %p: i32, %q: i32,
                          %image: memref<?x23xf32>, %filter: memref<3x3xf32>,
                          %out: memref<?x21xf32>) {
  %zero = arith.constant 0.0 : f32
  %h_index = arith.index_cast %h : i32 to index
  %w_index = arith.index_cast %w : i32 to index
  %p_index = arith.index_cast %p : i32 to index
  %q_index = arith.index_cast %q : i32 to index
  %s = memref.alloca() : memref<1xf32>
  affine.for %i = 0 to %p_index {
    affine.for %j = 0 to %q_index {
      affine.store %zero, %s[0] : memref<1xf32>
      affine.for %u = 0 to 3 {
        affine.for %v = 0 to 3 {
          %0 = affine.load %s[0] : memref<1xf32>
          %1 = affine.load %image[%i + %u, %j + %v] : memref<?x23xf32>
          %2 = affine.load %filter[%u, %v] : memref<3x3xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %s[0] : memref<1xf32>
        }
      }
      %5 = affine.load %s[0] : memref<1xf32>
      affine.store %5, %out[%i, %j] : memref<?x21xf32>
    }
  }
  return
}

func.func @conv2d_padded(%image: memref<17x23xf32>, %filter: memref<3x3xf32>,
                         %out: memref<17x23xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 23 {
      affine.store %zero, %out[%i, %j] : memref<17x23xf32>
      affine.for %u = 0 to 3 {
        affine.for %v = 0 to 3 {
          affine.if affine_set<(d0, d1, d2, d3) : (d0 + d1 - 1 >= 0, 17 - d0 - d1 >= 0, d2 + d3 - 1 >= 0, 23 - d2 - d3 >= 0)>(%i, %u, %j, %v) {
            %0 = affine.load %out[%i, %j] : memref<17x23xf32>
            %1 = affine.load %image[%i + %u - 1, %j + %v - 1] : memref<17x23xf32>
            %2 = affine.load %filter[%u, %v] : memref<3x3xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            affine.store %4, %out[%i, %j] : memref<17x23xf32>
          }
        }
      }
    }
  }
  return
}
