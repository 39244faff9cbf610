//===- Tools.cpp - Entry points of the plugin and of dmm-opt ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/bridge.h"
#include "dmm-c/dialects.h"
#include "dmm-c/passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

extern "C" mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DMM", DMM_VERSION,
          [](mlir::DialectRegistry *registry) {
            dmmRegisterDialects(wrap(registry));
          }};
}

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DMM", DMM_VERSION, dmmRegisterPasses};
}

int dmm_bridge_opt_main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  dmmRegisterDialects(wrap(&registry));
  dmmRegisterPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Optimizer of the Distributed Memory Machine\n", registry));
}
