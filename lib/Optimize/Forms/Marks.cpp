//===- Marks.cpp - Alternatives in the IR ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Marks.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

void transforms::markForm(Operation *op, StringRef part, StringRef form, int64_t number, bool makesResult) {
  Builder builder(op->getContext());
  SmallVector<int64_t> results(op->getNumResults(), -1);
  if (makesResult)
    results[0] = 0;
  op->setAttr(formAttrName,
              builder.getDictionaryAttr({builder.getNamedAttr("form", builder.getStringAttr(form)),
                                         builder.getNamedAttr("number", builder.getI64IntegerAttr(number)),
                                         builder.getNamedAttr("part", builder.getStringAttr(part)),
                                         builder.getNamedAttr("results", builder.getDenseI64ArrayAttr(results))}));
}

/// Adds `op` to the part and form of its mark.
static LogicalResult addMarked(Operation *op, std::vector<MarkedPart> &parts) {
  auto mark = op->getAttrOfType<DictionaryAttr>(formAttrName);
  auto part = mark ? mark.getAs<StringAttr>("part") : nullptr;
  auto form = mark ? mark.getAs<StringAttr>("form") : nullptr;
  auto number = mark ? mark.getAs<IntegerAttr>("number") : nullptr;
  auto results = mark ? mark.getAs<DenseI64ArrayAttr>("results") : nullptr;
  if (!part || !form || !number || !results || number.getInt() < 0 || number.getInt() > 64 ||
      results.size() != static_cast<int64_t>(op->getNumResults()))
    return op->emitOpError() << formAttrName
                             << ": must be {form = \"...\", number = 0 to 64, part = \"...\", results = "
                             << "array<i64: ...>} with one number per result, is " << op->getAttr(formAttrName);
  auto found = llvm::find_if(parts, [&](const MarkedPart &known) { return known.name == part.getValue(); });
  if (found == parts.end())
    found = parts.insert(parts.end(), MarkedPart{part.str(), {}});
  if (found->forms.size() <= static_cast<size_t>(number.getInt()))
    found->forms.resize(number.getInt() + 1);
  MarkedForm &of = found->forms[number.getInt()];
  of.name = form.str();
  of.ops.push_back(op);
  for (auto [result, at] : llvm::zip(op->getResults(), results.asArrayRef())) {
    if (at < 0)
      continue;
    if (at > 64)
      return op->emitOpError() << formAttrName << ": result " << at << " of a part; a part has at most 64";
    if (of.results.size() <= static_cast<size_t>(at))
      of.results.resize(at + 1);
    of.results[at] = result;
  }
  return success();
}

FailureOr<std::vector<MarkedPart>> transforms::markedParts(func::FuncOp function) {
  std::vector<MarkedPart> parts;
  for (Operation &op : function.getBody().front())
    if (op.hasAttr(formAttrName) && failed(addMarked(&op, parts)))
      return failure();
  for (const MarkedPart &part : parts)
    for (const MarkedForm &form : part.forms)
      if (form.ops.empty() || form.results.size() != part.forms[0].results.size() ||
          llvm::is_contained(form.results, Value()))
        return function.emitError() << "part '" << part.name << "' has " << part.forms.size()
                                    << " forms, each of which must have ops that make all "
                                    << part.forms[0].results.size() << " results: one was taken apart";
  return parts;
}

void transforms::realise(const MarkedPart &part, size_t taken) {
  for (auto [first, result] : llvm::zip(part.forms[0].results, part.forms[taken].results))
    if (first != result)
      Value(first).replaceAllUsesWith(result);
  for (auto [number, form] : llvm::enumerate(part.forms))
    for (Operation *op : llvm::reverse(form.ops)) {
      op->removeAttr(formAttrName);
      if (number != taken)
        op->erase();
    }
}

LogicalResult transforms::takeForms(func::FuncOp function, const std::map<std::string, std::string> &forced, bool all) {
  FailureOr<std::vector<MarkedPart>> parts = markedParts(function);
  if (failed(parts))
    return failure();
  for (const MarkedPart &part : *parts) {
    auto wanted = forced.find(part.name);
    if (wanted == forced.end() && !all)
      continue;
    size_t taken = 0;
    if (wanted != forced.end()) {
      while (taken < part.forms.size() && part.forms[taken].name != wanted->second)
        ++taken;
      if (taken == part.forms.size()) {
        InFlightDiagnostic error = function.emitError() << "force-forms: '" << part.name << "' has no form '"
                                                        << wanted->second << "'; it has ";
        llvm::interleaveComma(part.forms, error, [&](const MarkedForm &form) { error << "'" << form.name << "'"; });
        return error;
      }
    }
    realise(part, taken);
  }
  return success();
}
