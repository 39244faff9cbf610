//===- main.c - mlir-opt with dmm, fabric and their passes --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/bridge.h"

int main(int argc, char **argv) { return dmm_bridge_opt_main(argc, argv); }
