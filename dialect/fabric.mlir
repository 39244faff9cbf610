// The dialect of the fabric: exchanges between neighbours on the grid, which
// never need a collective. See dialect/fabric.md and, for what IRDL cannot say,
// the rows of lib/Dialect/ops.h. The dialect dmm must be loaded first.

irdl.dialect @fabric {
  irdl.operation @halo {
    %buffer = irdl.base "!builtin.memref"
    %ints = irdl.base "#builtin.dense_array"
    %layout = irdl.base "#dmm.layout"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axes" = %ints, "dims" = %ints, "low" = %ints,
                      "high" = %ints, "layout" = %layout }
    irdl.operands(buffer: %buffer)
    irdl.results(token: optional %token)
  }

  irdl.operation @shift {
    %src = irdl.base "!builtin.memref"
    %dst = irdl.base "!builtin.memref"
    %int = irdl.base "#builtin.integer"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axis" = %int, "distance" = %int }
    irdl.operands(src: %src, dst: %dst)
    irdl.results(token: optional %token)
  }

  irdl.operation @send {
    %src = irdl.base "!builtin.memref"
    %int = irdl.base "#builtin.integer"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axis" = %int, "distance" = %int }
    irdl.operands(src: %src)
    irdl.results(token: optional %token)
  }

  irdl.operation @recv {
    %dst = irdl.base "!builtin.memref"
    %int = irdl.base "#builtin.integer"
    %token = irdl.base "!dmm.token"
    irdl.attributes { "axis" = %int, "distance" = %int }
    irdl.operands(dst: %dst)
    irdl.results(token: optional %token)
  }
}
