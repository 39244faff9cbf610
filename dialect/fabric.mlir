// The dialect of the fabric: exchanges between neighbours on the grid, which
// never need a collective. See dialect/fabric.md and, for what IRDL cannot say,
// the rows of lib/Dialect/ops.h. The dialect dmm must be loaded first.

irdl.dialect @fabric {
  irdl.operation @halo {
    %buffer = irdl.base "!builtin.memref"
    %index = irdl.is index
    %axes = irdl.base "#builtin.dense_array"
    %dims = irdl.base "#builtin.dense_array"
    %low = irdl.base "#builtin.dense_array"
    %high = irdl.base "#builtin.dense_array"
    %layout = irdl.base "#dmm.layout"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axes" = %axes, "dims" = %dims, "low" = %low,
                      "high" = %high, "layout" = %layout }
    irdl.operands(buffer: %buffer, sizes: variadic %index)
    irdl.results(token: optional %token)
  }

  irdl.operation @shift {
    %src = irdl.base "!builtin.memref"
    %dst = irdl.base "!builtin.memref"
    %axis = irdl.base "#builtin.integer"
    %distance = irdl.base "#builtin.integer"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axis" = %axis, "distance" = %distance }
    irdl.operands(src: %src, dst: %dst)
    irdl.results(token: optional %token)
  }

  irdl.operation @send {
    %src = irdl.base "!builtin.memref"
    %axis = irdl.base "#builtin.integer"
    %distance = irdl.base "#builtin.integer"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axis" = %axis, "distance" = %distance }
    irdl.operands(src: %src)
    irdl.results(token: optional %token)
  }

  irdl.operation @recv {
    %dst = irdl.base "!builtin.memref"
    %axis = irdl.base "#builtin.integer"
    %distance = irdl.base "#builtin.integer"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axis" = %axis, "distance" = %distance }
    irdl.operands(dst: %dst)
    irdl.results(token: optional %token)
  }
}
