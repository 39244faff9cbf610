//===- Bridge.cpp - Diagnostics and dialects ----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/bridge.h"

#include "mlir-c/Dialect/IRDL.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static DiagnosticSeverity unwrap_severity(DmmSeverity severity) {
  return severity == DMM_ERROR     ? DiagnosticSeverity::Error
         : severity == DMM_WARNING ? DiagnosticSeverity::Warning
                                   : DiagnosticSeverity::Remark;
}

void dmm_bridge_emit(MlirLocation location, DmmSeverity severity,
                     const char *text, MlirLocation note_location,
                     const char *note) {
  Location loc = unwrap(location);
  DiagnosticEngine &engine = loc->getContext()->getDiagEngine();
  InFlightDiagnostic diagnostic = engine.emit(loc, unwrap_severity(severity));
  diagnostic << text;
  if (note)
    diagnostic.attachNote(unwrap(note_location)) << note;
}

//===----------------------------------------------------------------------===//
// Interfaces of the ops, by their hooks
//===----------------------------------------------------------------------===//

namespace dmm {
/// Lets every op be inlined, and holds the hooks for the ops' interfaces.
struct Inliner : DialectInlinerInterface {
  Inliner(Dialect *dialect, const DmmDialectHooks *dialect_hooks)
      : DialectInlinerInterface(dialect), hooks(dialect_hooks) {}
  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
  const DmmDialectHooks *hooks;
};

/// What every message touches besides its buffers: this keeps messages in order
/// and alive.
struct Communication : SideEffects::Resource::Base<Communication> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Communication)
  StringRef getName() override { return "dmm.communication"; }
};

static void
add_operand_effects(OpOperand &operand, char letter,
                    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (letter != 'w')
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
  if (letter != 'r')
    effects.emplace_back(MemoryEffects::Write::get(), &operand);
}

struct Effects : MemoryEffectOpInterface::FallbackModel<Effects> {
  void getEffects(Operation *op,
                  SmallVectorImpl<MemoryEffects::EffectInstance> &out) const {
    auto *inliner = static_cast<const Inliner *>(
        op->getDialect()->getRegisteredInterface<DialectInlinerInterface>());
    StringRef letters =
        inliner->hooks->find(wrap(op->getName().getStringRef()))->effects;
    if (letters.empty())
      return;
    size_t next = 0;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()))
        add_operand_effects(operand,
                            letters[std::min(next++, letters.size() - 1)], out);
    out.emplace_back(MemoryEffects::Write::get(), Communication::get());
  }
};

struct Speculation : ConditionallySpeculatable::FallbackModel<Speculation> {
  mlir::Speculation::Speculatability getSpeculatability(Operation *) const {
    return mlir::Speculation::Speculatable;
  }
};
} // namespace dmm

//===----------------------------------------------------------------------===//
// Assembly, by the format of the hooks
//===----------------------------------------------------------------------===//

namespace {
/// An item of a format: KINDS, or WORD(KINDS).
struct Item {
  StringRef word, kinds;
  bool is_list() const { return kinds.ends_with("*"); }
  bool is_sizes() const { return kinds == "s*"; }
  bool is_index() const { return !kinds.starts_with("a"); }
};

struct Format {
  bool async = false, index_result = false;
  SmallVector<Item> items;

  explicit Format(StringRef text) {
    SmallVector<StringRef> words;
    text.split(words, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef word : words)
      if (word == "async")
        async = true;
      else if (word == "->index")
        index_result = true;
      else if (word.consume_back(")"))
        items.push_back({word.split('(').first, word.split('(').second});
      else
        items.push_back({"", word});
  }
};

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;
} // namespace

static ParseResult parse_kinds(OpAsmParser &parser, const Item &item,
                               Operands &operands) {
  int count = item.is_list() ? -1 : int(item.kinds.size());
  return parser.parseOperandList(operands, count);
}

static ParseResult parse_item(OpAsmParser &parser, const Item &item,
                              Operands &operands) {
  if (item.word.empty())
    return parse_kinds(parser, item, operands);
  if (failed(parser.parseOptionalKeyword(item.word)))
    return success();
  return failure(parser.parseLParen() || parse_kinds(parser, item, operands) ||
                 parser.parseRParen());
}

/// Resolves the operands of each item: with index, or with the written types.
static ParseResult resolve(OpAsmParser &parser, const Format &format,
                           ArrayRef<Operands> operands, ArrayRef<Type> types,
                           SMLoc loc, OperationState &state) {
  Operands all;
  SmallVector<Type> all_types;
  for (auto [item, group] : llvm::zip(format.items, operands)) {
    size_t written = item.is_index() ? 0 : std::min(group.size(), types.size());
    llvm::append_range(all, group);
    llvm::append_range(all_types, types.take_front(written));
    types = types.drop_front(written);
    if (item.is_index())
      all_types.append(group.size(), parser.getBuilder().getIndexType());
  }
  llvm::append_range(all_types, types);
  return parser.resolveOperands(all, all_types, loc, state.operands);
}

static ParseResult parse_op(const DmmOpHooks *hooks, OpAsmParser &parser,
                            OperationState &state) {
  Format format(hooks->format);
  bool async = format.async && succeeded(parser.parseOptionalKeyword("async"));
  SmallVector<Operands> operands(format.items.size());
  for (auto [item, group] : llvm::zip(format.items, operands))
    if (parse_item(parser, item, group))
      return failure();
  SmallVector<Type> types;
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  int sizes = hooks->num_sizes(
      wrap(state.attributes.getDictionary(parser.getContext())));
  for (auto [item, group] : llvm::zip(format.items, operands))
    if (item.is_sizes() && sizes >= 0 && sizes != int(group.size()))
      return parser.emitError(loc, "the attributes take sizes(...) of ")
             << sizes << " operands, but there are " << group.size();
  if (parser.parseColonTypeList(types))
    return failure();
  if (format.index_result) {
    state.addTypes(types);
    return success();
  }
  if (async)
    state.addTypes(parseType("!dmm.token", parser.getContext()));
  return resolve(parser, format, operands, types, loc, state);
}

/// The operands of `item` at the start of `rest`, which moves behind them. The
/// last `nsizes` operands are no root.
static OperandRange take(const Item &item, size_t nsizes, OperandRange &rest) {
  size_t n = item.is_sizes()  ? nsizes
             : item.is_list() ? rest.size()
                              : item.kinds.size();
  bool present =
      !rest.empty() && n + (item.kinds == "i" ? nsizes : 0) <= rest.size() &&
      (item.word.empty() || item.is_index() == rest[0].getType().isIndex());
  OperandRange taken = rest.take_front(present ? n : 0);
  rest = rest.drop_front(taken.size());
  return taken;
}

static void print_item(OpAsmPrinter &printer, const Item &item,
                       OperandRange operands) {
  if (operands.empty())
    return;
  printer << ' ';
  if (!item.word.empty())
    printer << item.word << '(';
  printer.printOperands(operands);
  if (!item.word.empty())
    printer << ')';
}

static void print_op(const DmmOpHooks *hooks, Operation *op,
                     OpAsmPrinter &printer) {
  Format format(hooks->format);
  printer << op->getName();
  if (format.async && op->getNumResults())
    printer << " async";
  SmallVector<Type> types;
  OperandRange rest = op->getOperands();
  int sizes = std::max(0, hooks->num_sizes(wrap(op->getAttrDictionary())));
  for (const Item &item : format.items) {
    OperandRange operands = take(item, sizes, rest);
    print_item(printer, item, operands);
    if (!item.is_index())
      llvm::append_range(types, operands.getTypes());
  }
  if (format.index_result)
    types.assign(op->result_type_begin(), op->result_type_end());
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : ";
  llvm::interleaveComma(types, printer);
}

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

static void attach_hooks(const DmmOpHooks *hooks, MLIRContext *context) {
  auto name = *RegisteredOperationName::lookup(hooks->name, context);
  auto *definition = static_cast<DynamicOpDefinition *>(
      static_cast<OperationName::Impl *>(name.getAsOpaquePointer()));
  definition->setParseFn([hooks](OpAsmParser &parser, OperationState &state) {
    return parse_op(hooks, parser, state);
  });
  definition->setPrintFn([hooks](Operation *op, OpAsmPrinter &printer,
                                 StringRef) { print_op(hooks, op, printer); });
  auto verify = [hooks](Operation *op) {
    return success(hooks->verify(wrap(op)));
  };
  if (hooks->verifies_all)
    definition->setVerifyFn(verify);
  else
    definition->setVerifyRegionFn(verify);
  name.attachInterface<dmm::Effects>();
  if (!*hooks->effects)
    name.attachInterface<dmm::Speculation>();
}

static Dialect *build_dialect(const DmmDialectHooks *hooks,
                              MLIRContext *context) {
  if (hooks->needs)
    context->getOrLoadDialect(hooks->needs);
  context->getOrLoadDialect<irdl::IRDLDialect>();
  auto module = parseSourceString<ModuleOp>(hooks->irdl_text, context);
  if (!module ||
      mlirLogicalResultIsFailure(mlirLoadIRDLDialects(wrap(*module))))
    llvm::report_fatal_error("the embedded dialect definition is malformed");
  Dialect *dialect = context->getLoadedDialect(hooks->name);
  dialect->addInterface(std::make_unique<dmm::Inliner>(dialect, hooks));
  for (int i = 0; i < hooks->nops; ++i)
    attach_hooks(hooks->ops[i], context);
  return dialect;
}

void dmm_bridge_register_dialect(MlirDialectRegistry registry,
                                 const DmmDialectHooks *hooks) {
  unwrap(registry)->insert(
      TypeID::getFromOpaquePointer(hooks), hooks->name,
      [hooks](MLIRContext *context) { return build_dialect(hooks, context); });
}

MlirAttribute dmm_bridge_attribute(MlirContext context, const char *dialect,
                                   const char *name, MlirAttribute parameter) {
  auto *loaded = dyn_cast_or_null<ExtensibleDialect>(
      unwrap(context)->getLoadedDialect(dialect));
  auto *definition = loaded ? loaded->lookupAttrDefinition(name) : nullptr;
  if (!definition)
    return {nullptr};
  return wrap(Attribute(DynamicAttr::get(definition, {unwrap(parameter)})));
}

MlirAttribute dmm_bridge_parameter(MlirAttribute attribute, const char *dialect,
                                   const char *name) {
  auto dynamic = dyn_cast_or_null<DynamicAttr>(unwrap(attribute));
  if (!dynamic || dynamic.getParams().size() != 1)
    return {nullptr};
  DynamicAttrDefinition *definition = dynamic.getAttrDef();
  if (definition->getName() != name ||
      definition->getDialect()->getNamespace() != dialect)
    return {nullptr};
  return wrap(dynamic.getParams()[0]);
}
