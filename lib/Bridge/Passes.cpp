//===- Passes.cpp - Passes and pipelines from rows ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/bridge.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace {
template <typename OptionT>
using Options = SmallVector<std::unique_ptr<OptionT>>;

template <typename Owner, typename Row, typename OptionT>
void add_options(Owner &owner, const Row &row, Options<OptionT> &out) {
  for (int i = 0; i < row.noptions; ++i)
    out.push_back(std::make_unique<OptionT>(
        owner, row.options[i].name, llvm::cl::desc(row.options[i].summary),
        llvm::cl::init(row.options[i].initial)));
}

/// A pass whose options and work are those of a row.
class RowPass : public OperationPass<ModuleOp> {
public:
  explicit RowPass(const DmmPassRow *pass_row)
      : OperationPass(TypeID::getFromOpaquePointer(pass_row)), row(pass_row) {
    add_options<Pass>(*this, *row, options);
  }

  StringRef getName() const override { return row->name; }
  StringRef getArgument() const override { return row->name; }
  StringRef getDescription() const override { return row->summary; }
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<RowPass>(row);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    createLowerAffinePass()->getDependentDialects(registry);
    if (row->dialects)
      row->dialects(wrap(&registry));
  }

  void runOnOperation() override {
    DmmPassOptions values = {row, {}, this};
    for (size_t i = 0; i < options.size(); ++i)
      values.values[i] = options[i]->getValue().c_str();
    if (!row->run(wrap(getOperation().getOperation()), &values))
      signalPassFailure();
  }

  void set(size_t i, const char *value) { options[i]->setValue(value); }

  LogicalResult run_nested(OpPassManager &pipeline, Operation *op) {
    return runPipeline(pipeline, op);
  }

private:
  const DmmPassRow *row;
  Options<Option<std::string>> options;
};

/// The options of a pipeline, those of its row.
struct RowOptions : detail::PassOptions {
  explicit RowOptions(const DmmPipelineRow *pipeline_row) : row(pipeline_row) {
    add_options<detail::PassOptions>(*this, *row, values);
  }

  const char *find(StringRef name) const {
    for (const auto &value : values)
      if (value->ArgStr == name)
        return value->getValue().c_str();
    return nullptr;
  }

  const DmmPipelineRow *row;
  Options<Option<std::string>> values;
};
} // namespace

static std::unique_ptr<RowPass> create_pass(const DmmPassRow *row,
                                            const char *const *values) {
  auto pass = std::make_unique<RowPass>(row);
  for (int i = 0; values && i < row->noptions; ++i)
    if (values[i])
      pass->set(i, values[i]);
  return pass;
}

void dmm_bridge_register_pass(const DmmPassRow *row) {
  registerPass([row] { return create_pass(row, nullptr); });
}

static void add_passes(OpPassManager &manager, const RowOptions &options) {
  for (int i = 0; i < options.row->npasses; ++i) {
    const DmmPassRow *row = options.row->passes[i];
    const char *values[DMM_MAX_OPTIONS] = {};
    for (int k = 0; k < row->noptions; ++k)
      values[k] = options.find(row->options[k].name);
    manager.addPass(create_pass(row, values));
  }
}

void dmm_bridge_register_pipeline(const DmmPipelineRow *row) {
  registerPassPipeline(
      row->name, row->summary,
      [row](OpPassManager &manager, StringRef text,
            function_ref<LogicalResult(const Twine &)> report) {
        RowOptions options(row);
        std::string error;
        llvm::raw_string_ostream stream(error);
        if (failed(options.parseFromString(text, stream)))
          return report(StringRef(error).rtrim());
        add_passes(manager, options);
        return success();
      },
      [row](function_ref<void(const detail::PassOptions &)> handle) {
        handle(RowOptions(row));
      });
}

MlirPass dmm_bridge_create_pass(const DmmPassRow *row,
                                const char *const *values) {
  return wrap(static_cast<Pass *>(create_pass(row, values).release()));
}

bool dmm_bridge_run_lower_affine(const DmmPassOptions *options,
                                 MlirOperation module) {
  OpPassManager pipeline(ModuleOp::getOperationName());
  pipeline.addPass(createLowerAffinePass());
  auto *pass = static_cast<RowPass *>(options->pass);
  return succeeded(pass->run_nested(pipeline, unwrap(module)));
}
