//===- FuzzStableHLOEdits.cpp - libFuzzer over edits of attributes --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../ProgramRunner.h"
#include "testing/Ops/RandomStableHLO.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

#include <cstdio>
#include <cstdlib>
#include <limits>

using namespace mlir;
using namespace alcove::testing;

static int64_t otherNumber(Decisions &choose, int64_t number) {
  // The first and the last number have neighbours too: they wrap.
  auto wide = static_cast<uint64_t>(number);
  const int64_t numbers[] = {0,
                             1,
                             -1,
                             static_cast<int64_t>(wide + 1),
                             static_cast<int64_t>(wide - 1),
                             static_cast<int64_t>(-wide),
                             static_cast<int64_t>(2 * wide),
                             1LL << 31,
                             1 << 20,
                             std::numeric_limits<int64_t>::max(),
                             std::numeric_limits<int64_t>::min()};
  return numbers[choose.below(std::size(numbers))];
}

/// Another one of the same kind, or of another kind.
static Attribute edited(Decisions &choose, Attribute attribute) {
  Builder builder(attribute.getContext());
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute); array && choose.below(8)) {
    SmallVector<int64_t> values(array.asArrayRef());
    uint32_t what = choose.below(4);
    if (values.empty() || what == 0)
      values.push_back(otherNumber(choose, 1));
    else if (what == 1)
      values.pop_back();
    else
      values[choose.below(values.size())] = otherNumber(choose, values[0]);
    return builder.getDenseI64ArrayAttr(values);
  }
  if (auto integer = dyn_cast<IntegerAttr>(attribute); integer && choose.below(8))
    return IntegerAttr::get(integer.getType(), APInt(64, otherNumber(choose, integer.getValue().getSExtValue()), true)
                                                   .sextOrTrunc(integer.getValue().getBitWidth()));
  const Attribute others[] = {builder.getUnitAttr(), builder.getStringAttr("x"), builder.getI64IntegerAttr(2),
                              builder.getDenseI64ArrayAttr({0, 1}), builder.getArrayAttr({})};
  return others[choose.below(std::size(others))];
}

/// A legal program with one attribute changed or taken away is refused, or it is one: it prints as it is read, and is
/// converted or refused.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8)
    return 0;
  Decisions graph(data[0] * 256u + data[1] + 1), choose(data + 2, size - 2);
  std::string text = randomStableHLO(graph, 8);
  Reader reader;
  auto module = reader.read(text);
  if (!module)
    return 0;
  for (uint32_t edits = 1 + choose.below(2); edits > 0; --edits) {
    SmallVector<Operation *> ops;
    module->walk([&](Operation *op) {
      if (!op->getAttrDictionary().empty() && !isa<ModuleOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return 0;
    Operation *op = ops[choose.below(ops.size())];
    SmallVector<NamedAttribute> attributes = llvm::to_vector(op->getAttrDictionary());
    uint32_t at = choose.below(attributes.size());
    if (choose.below(6) == 0)
      attributes.erase(attributes.begin() + at);
    else
      attributes[at].setValue(edited(choose, attributes[at].getValue()));
    // Attributes of an op that is registered are its properties: what does not fit is refused there.
    if (failed(op->setPropertiesFromAttribute(DictionaryAttr::get(&reader.context, attributes),
                                              [&] { return op->emitError(); })))
      return 0;
  }
  if (failed(verify(*module)))
    return 0;
  std::string once, twice;
  llvm::raw_string_ostream(once) << *module;
  auto again = reader.read(once);
  if (again)
    llvm::raw_string_ostream(twice) << *again;
  if (once != twice) {
    std::fprintf(stderr, "%s\nis read as\n%s\n%s", once.c_str(), twice.c_str(), reader.errors.c_str());
    std::abort();
  }
  (void)reader.converts(*module);
  return 0;
}
