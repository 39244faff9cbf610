//===- Plugin.cpp - Entry points of the plugin for mlir-opt -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dmm-c/dialects.h"
#include "dmm-c/passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DMM", DMM_VERSION,
          [](mlir::DialectRegistry *registry) {
            dmmRegisterDialects(wrap(registry));
          }};
}

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DMM", DMM_VERSION, dmmRegisterPasses};
}
