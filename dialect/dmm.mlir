// The dialect of the Distributed Memory Machine: values move between the
// private memories of partitions by these operations only. What IRDL cannot say
// (assembly, effects, the rules that relate operands and attributes) is in the
// rows of lib/Dialect/ops.h; dialect/dmm.md describes it all.

irdl.dialect @dmm {
  // What a started operation gives, for dmm.wait.
  irdl.type @token

  // How an array lies on the grid: one dictionary for each grid axis.
  irdl.attribute @layout {
    %axes = irdl.base "#builtin.array"
    irdl.parameters(axes: %axes)
  }

  irdl.operation @coord {
    %axis = irdl.base "#builtin.integer"
    %coord = irdl.is index
    irdl.attributes { "axis" = %axis }
    irdl.results(coord: %coord)
  }

  irdl.operation @statements {
    %count = irdl.is index
    irdl.operands(count: %count)
  }

  irdl.operation @broadcast {
    %src = irdl.base "!builtin.memref"
    %dst = irdl.base "!builtin.memref"
    %root = irdl.is index
    %axes = irdl.base "#builtin.dense_array"
    %token = irdl.base @dmm::@token
    irdl.attributes { "axes" = %axes }
    irdl.operands(src: %src, dst: %dst, root: optional %root)
    irdl.results(token: optional %token)
  }

  // operands: index_src and index_dst (minloc and maxloc), then the indices:
  // the root, and the values of dynamic blocks and extents of the layout.
  irdl.operation @reduce {
    %src = irdl.base "!builtin.memref"
    %dst = irdl.base "!builtin.memref"
    %any = irdl.any
    %axes = irdl.base "#builtin.dense_array"
    %kind = irdl.base "#builtin.string"
    %token = irdl.base @dmm::@token
    irdl.attributes { "axes" = %axes, "kind" = %kind }
    irdl.operands(src: %src, dst: %dst, operands: variadic %any)
    irdl.results(token: optional %token)
  }

  irdl.operation @all_reduce {
    %src = irdl.base "!builtin.memref"
    %dst = irdl.base "!builtin.memref"
    %indices = irdl.base "!builtin.memref"
    %axes = irdl.base "#builtin.dense_array"
    %kind = irdl.base "#builtin.string"
    %token = irdl.base @dmm::@token
    irdl.attributes { "axes" = %axes, "kind" = %kind }
    irdl.operands(src: %src, dst: %dst, indices: variadic %indices)
    irdl.results(token: optional %token)
  }

  // indices, here and below: the root, the values of dynamic blocks and extents
  // of the layout, then of the box, and the symbols of the box.
  irdl.operation @scatter {
    %whole = irdl.base "!builtin.memref"
    %home = irdl.base "!builtin.memref"
    %index = irdl.is index
    %axes = irdl.base "#builtin.dense_array"
    %layout = irdl.base @dmm::@layout
    %token = irdl.base @dmm::@token
    irdl.attributes { "axes" = %axes, "layout" = %layout }
    irdl.operands(whole: %whole, home: %home, indices: variadic %index)
    irdl.results(token: optional %token)
  }

  irdl.operation @gather {
    %home = irdl.base "!builtin.memref"
    %whole = irdl.base "!builtin.memref"
    %index = irdl.is index
    %axes = irdl.base "#builtin.dense_array"
    %layout = irdl.base @dmm::@layout
    %token = irdl.base @dmm::@token
    irdl.attributes { "axes" = %axes, "layout" = %layout }
    irdl.operands(home: %home, whole: %whole, indices: variadic %index)
    irdl.results(token: optional %token)
  }

  irdl.operation @transpose {
    %home = irdl.base "!builtin.memref"
    %recv = irdl.base "!builtin.memref"
    %index = irdl.is index
    %axes = irdl.base "#builtin.dense_array"
    %layout = irdl.base @dmm::@layout
    %sizes = irdl.base "#builtin.dense_array"
    %token = irdl.base @dmm::@token
    irdl.attributes { "axes" = %axes, "layout" = %layout, "sizes" = %sizes }
    irdl.operands(home: %home, recv: %recv, indices: variadic %index)
    irdl.results(token: optional %token)
  }

  // operands: tokens, then all buffers of the operations that gave them.
  irdl.operation @wait {
    %any = irdl.any
    irdl.operands(operands: variadic %any)
  }
}
