// Where the user says how an array lies, that is the reason which is told.
//
// RUN: dmm-opt %s -dmm-distribute=grid=3 -verify-diagnostics -o /dev/null

// expected-remark @below {{arg0 is copied to all 3 coordinates of grid axis 0: its dmm.layout says so}}
// expected-remark @below {{arg1 lies at coordinate 1 of grid axis 0 alone: its dmm.layout says so}}
// expected-remark @below {{arg2 lies at coordinate 0 of grid axis 0 alone: no dimension of it is cut over that axis}}
func.func @given(%x: memref<5xf64> {dmm.layout = #dmm.layout<[{}]>},
                 %y: memref<8xf64> {dmm.layout = #dmm.layout<[{pin = 1 : i64}]>},
                 %z: memref<8xf64> {dmm.split = [-1]}) {
  affine.for %i = 0 to 5 {
    %0 = affine.load %x[%i] : memref<5xf64>
    affine.store %0, %x[%i] : memref<5xf64>
    affine.store %0, %y[%i] : memref<8xf64>
    affine.store %0, %z[%i] : memref<8xf64>
  }
  return
}
