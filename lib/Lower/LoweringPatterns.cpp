//===- LoweringPatterns.cpp - Switches and counts of rewritings ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Lower/LoweringPatterns.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

static constexpr llvm::StringLiteral countsAttrName = "alcove.lowering";

PatternSwitches::PatternSwitches() {
  for (auto [index, info] : llvm::enumerate(loweringPatterns))
    on.set(index, info.byDefault);
}

std::vector<std::string> PatternSwitches::disabled() const {
  std::vector<std::string> names;
  for (auto [index, info] : llvm::enumerate(loweringPatterns))
    if (!on.test(index))
      names.push_back(info.option.str());
  return names;
}

FailureOr<PatternSwitches> PatternSwitches::allBut(ArrayRef<std::string> names, Operation *place) {
  PatternSwitches result;
  result.on.set();
  for (const std::string &name : names) {
    const auto *found = llvm::find_if(loweringPatterns, [&](const auto &info) { return info.option == name; });
    if (found == std::end(loweringPatterns)) {
      const auto *nearest = llvm::min_element(loweringPatterns, [&](const auto &a, const auto &b) {
        return a.option.edit_distance(name) < b.option.edit_distance(name);
      });
      return place->emitError() << "disable-patterns: there is no pattern '" << name << "'; nearest: '"
                                << nearest->option << "'";
    }
    result.on.reset(static_cast<size_t>(found - std::begin(loweringPatterns)));
  }
  return result;
}

void PatternCounts::attachTo(ModuleOp module) const {
  Builder builder(module.getContext());
  NamedAttrList dictionary(module->getAttrOfType<DictionaryAttr>(countsAttrName));
  for (auto [info, count] : llvm::zip(loweringPatterns, counts)) {
    if (count == 0)
      continue;
    auto before = dyn_cast_or_null<IntegerAttr>(dictionary.get(info.option));
    dictionary.set(info.option, builder.getI64IntegerAttr(count + (before ? before.getInt() : 0)));
  }
  if (!dictionary.empty())
    module->setAttr(countsAttrName, dictionary.getDictionary(module.getContext()));
}

std::vector<std::pair<StringRef, int64_t>> PatternCounts::detachFrom(Operation *module) {
  std::vector<std::pair<StringRef, int64_t>> result;
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(module->removeAttr(countsAttrName));
  for (const LoweringPatternInfo &info : loweringPatterns)
    if (auto count = dictionary ? dictionary.getAs<IntegerAttr>(info.option) : IntegerAttr())
      result.emplace_back(info.option, count.getInt());
  return result;
}
