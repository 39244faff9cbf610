//===- OptMain.cpp - The driver of dmm-opt ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/bridge.h"

#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int dmm_bridge_opt_main(int argc, char **argv,
                        void (*dialects)(MlirDialectRegistry registry)) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  dialects(wrap(&registry));
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Optimizer of the Distributed Memory Machine\n", registry));
}
