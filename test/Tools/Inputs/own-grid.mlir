func.func @g(%x: memref<8xf64>) attributes {dmm.grid = array<i64: 4>} {
  return
}
