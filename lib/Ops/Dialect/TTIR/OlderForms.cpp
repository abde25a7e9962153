//===- OlderForms.cpp - Dumps of older versions of the dialect ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Gzip.h"
#include "alcove/Base/Support/InputText.h"
#include "alcove/Ops/Dialect/ConstantText.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace alcove;

namespace {

/// The number of operands that the op's definition asks for; none with optional or any number of operands.
std::optional<unsigned> definedOperands(Operation *op) {
  if (op->hasTrait<OpTrait::ZeroOperands>())
    return 0;
  if (op->hasTrait<OpTrait::OneOperand>())
    return 1;
  if (op->hasTrait<OpTrait::NOperands<2>::Impl>())
    return 2;
  if (op->hasTrait<OpTrait::NOperands<3>::Impl>())
    return 3;
  if (op->hasTrait<OpTrait::NOperands<4>::Impl>())
    return 4;
  if (op->hasTrait<OpTrait::NOperands<5>::Impl>())
    return 5;
  return std::nullopt;
}

bool isEmptyTensor(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<ttir::EmptyOp>(op) || op->getName().getStringRef() == "tensor.empty");
}

/// Whether the op as it stands is one that the newest dialect takes and the library runs.
bool isOfNewestForm(Operation *op) {
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) { return success(); });
  return op->isRegistered() && succeeded(op->getName().verifyInvariants(op)) && succeeded(rules::verifyForLibrary(op));
}

/// An empty tensor holds nothing to read: behind the operands, with the type of a result, it is where the result went,
/// unless the op is one of today's with it.
void dropDestinations(Operation *op, SetVector<Operation *> &empties) {
  unsigned results = op->getNumResults(), operands = op->getNumOperands();
  if (results == 0 || operands < results || operands != definedOperands(op).value_or(operands - results) + results)
    return;
  for (unsigned i = 0; i < results; ++i) {
    Value destination = op->getOperand(operands - results + i);
    if (!isEmptyTensor(destination) || destination.getType() != op->getResult(i).getType())
      return;
  }
  if (isOfNewestForm(op))
    return;
  for (unsigned i = 0; i < results; ++i)
    empties.insert(op->getOperand(operands - results + i).getDefiningOp());
  op->eraseOperands(operands - results, results);
  // Ops with a definition left the group of the destinations behind when their properties were read.
  auto properties = op->isRegistered() ? nullptr : dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  auto groups = properties ? properties.getAs<DenseI32ArrayAttr>("operandSegmentSizes") : nullptr;
  if (!groups || groups.empty())
    return;
  NamedAttrList kept(properties);
  if (groups.size() > 2)
    kept.set("operandSegmentSizes", DenseI32ArrayAttr::get(op->getContext(), groups.asArrayRef().drop_back()));
  else
    kept.erase("operandSegmentSizes");
  Attribute left = kept.empty() ? Attribute() : kept.getDictionary(op->getContext());
  (void)op->setPropertiesFromAttribute(left, nullptr); // of an op without a definition: any dictionary will do
}

/// The op again under another name or without results; null after an error.
Operation *rewrite(Operation *op, StringRef name, TypeRange results, DictionaryAttr properties,
                   DictionaryAttr discardable) {
  OperationState state(op->getLoc(), name, op->getOperands(), results, discardable.getValue());
  OpBuilder builder(op);
  Operation *created = builder.create(state);
  auto fail = [&] { return op->emitOpError(); };
  return failed(created->setPropertiesFromAttribute(properties, fail)) ? nullptr : created;
}

/// What an op of a cache returned is the cache itself, written in place.
LogicalResult dropWrittenCache(Operation *op) {
  if (!op->hasTrait<OpTrait::ZeroResults>() || op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getResult(0).getType() != op->getOperand(0).getType())
    return success();
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  auto properties = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (!rewrite(op, op->getName().getStringRef(), {}, properties ? properties : DictionaryAttr::get(op->getContext()),
               op->getDiscardableAttrDictionary()))
    return failure();
  op->erase();
  return success();
}

/// The attributes of an op that is not registered, wherever they were written.
NamedAttrList writtenAttributes(Operation *op) {
  NamedAttrList written(op->getDiscardableAttrDictionary());
  if (auto properties = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    for (NamedAttribute property : properties)
      written.set(property.getName(), property.getValue());
  return written;
}

/// A new name for an op that is not registered, when it has one; null after an error.
Operation *renameOp(Operation *op) {
  NamedAttrList written = writtenAttributes(op);
  auto training = dyn_cast_or_null<BoolAttr>(written.get("training"));
  StringRef name = llvm::StringSwitch<StringRef>(op->getName().getStringRef())
                       .Case("ttir.slice", "ttir.slice_static")
                       .Case("ttir.clamp", "ttir.clamp_scalar")
                       .Case("ttir.batch_norm", training && training.getValue() ? "" : "ttir.batch_norm_inference")
                       .Default("");
  if (name.empty())
    return op;
  written.erase("training");
  Operation *renamed = rewrite(op, name, op->getResultTypes(), written.getDictionary(op->getContext()),
                               DictionaryAttr::get(op->getContext()));
  if (!renamed)
    return nullptr;
  op->replaceAllUsesWith(renamed);
  op->erase();
  return renamed;
}

} // namespace

LogicalResult ttir::readOlderForms(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa_and_nonnull<TTIRDialect>(op->getDialect()))
      ops.push_back(op);
  });
  SetVector<Operation *> empties;
  for (Operation *op : ops) {
    if (!op->isRegistered() && !(op = renameOp(op)))
      return failure();
    dropDestinations(op, empties);
    if (failed(dropWrittenCache(op)))
      return failure();
  }
  for (Operation *empty : empties)
    if (empty->use_empty())
      empty->erase();
  return success();
}

Result<std::unique_ptr<llvm::MemoryBuffer>> ttir::openProgramText(StringRef path) {
  std::string error;
  ALCOVE_RETURN_IF_ERROR(checkEnds(path.str()));
  std::unique_ptr<llvm::MemoryBuffer> text = openInputFile(path, &error);
  if (!text)
    return Error{(path + ": error: " + error).str()};
  if (isGzip(text->getBuffer())) {
    Result<std::string> plain = inflateIfGzip(text->getBuffer().str());
    if (!plain)
      return Error{(path + ": " + plain.error().message).str()};
    text = llvm::MemoryBuffer::getMemBufferCopy(*plain, text->getBufferIdentifier());
  }
  std::string_view marked = text->getBuffer(), plain = withoutByteOrderMark(marked);
  if (plain.size() != marked.size())
    text = llvm::MemoryBuffer::getMemBufferCopy(plain, text->getBufferIdentifier());
  if (Status good = checkInputText(text->getBuffer(), text->getBufferIdentifier().str()); !good)
    return good.error();
  return text;
}

OwningOpRef<ModuleOp> ttir::readModule(StringRef path, MLIRContext *context) {
  Result<std::unique_ptr<llvm::MemoryBuffer>> text = openProgramText(path);
  if (!text)
    return llvm::errs() << text.error().message << "\n", nullptr;
  ConstantText constants;
  if (std::optional<std::string> rest = constants.takeOut((*text)->getBuffer()))
    *text = llvm::MemoryBuffer::getMemBufferCopy(*rest, (*text)->getBufferIdentifier());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module || failed(constants.putBack(*module)) || failed(readOlderForms(*module)))
    return nullptr;
  return succeeded(verify(*module)) ? std::move(module) : nullptr;
}
