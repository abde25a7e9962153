//===- Spec.cpp - Constraints of the public specification ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Spec.h"

#include "mlir/IR/TypeUtilities.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

static const RuleTable &ruleTable() {
  static const RuleTable table = [] {
    RuleTable table;
    addElementwiseRules(table);
    addMovementRules(table);
    addIndexingRules(table);
    addContractionRules(table);
    addReductionRules(table);
    addControlRules(table);
    return table;
  }();
  return table;
}

/// `dense<0> : tensor<4294967296x2xi64>` is a short text: rules that look at each number would not end.
static constexpr int64_t longestList = 1 << 20;

LogicalResult stablehlo::verifyBySpecification(Operation *op) {
  if (!isa<ConstantOp>(op))
    for (NamedAttribute attribute : op->getAttrDictionary())
      if (auto elements = dyn_cast<DenseElementsAttr>(attribute.getValue());
          elements && elements.getNumElements() > longestList)
        return op->emitOpError() << attribute.getName().getValue() << " has " << elements.getNumElements()
                                 << " numbers, at most " << longestList << " are read";
  Rule rule = ruleTable().lookup(op->getName().stripDialect());
  return rule ? rule(op) : success();
}

bool stablehlo::hasConstraints(StringRef op) { return ruleTable().contains(op); }

std::string stablehlo::text(ArrayRef<int64_t> list) {
  std::string text = "[";
  for (auto [i, value] : llvm::enumerate(list))
    text += (i ? ", " : "") + (ShapedType::isDynamic(value) ? "?" : std::to_string(value));
  return text + "]";
}

bool stablehlo::fits(int64_t a, int64_t b) { return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b); }

/// The lowest number is that of dynamic extents, which fit anything.
static constexpr int64_t lowest = -std::numeric_limits<int64_t>::max(), highest = std::numeric_limits<int64_t>::max();

int64_t stablehlo::sum(std::initializer_list<int64_t> terms) {
  int64_t total = 0;
  for (int64_t term : terms)
    if (llvm::AddOverflow(total, term, total))
      total = term < 0 ? lowest : highest;
  return std::max(total, lowest);
}

int64_t stablehlo::product(int64_t a, int64_t b) {
  int64_t result = 0;
  if (llvm::MulOverflow(a, b, result))
    result = (a < 0) == (b < 0) ? highest : lowest;
  return std::max(result, lowest);
}

RankedTensorType stablehlo::scalarOf(Type type) { return RankedTensorType::get({}, getElementTypeOrSelf(type)); }

static std::string spelled(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static bool isQuantized(Type type) { return isa<quant::QuantizedType>(getElementTypeOrSelf(type)); }

Dims Spec::list(StringRef name, size_t absent, int64_t value) const {
  return integersOf(op->getAttr(name), absent, value);
}
int64_t Spec::number(StringRef name) const {
  auto integer = op->getAttrOfType<IntegerAttr>(name);
  return integer ? integer.getInt() : 0;
}

Spec &Spec::holds(unsigned id, bool condition, const Twine &otherwise) {
  if (good && !condition) {
    op->emitOpError() << "C" << id << ": " << otherwise;
    good = false;
  }
  return *this;
}

Spec &Spec::sameShape(unsigned id, StringRef what, Type a, Type b) {
  return holds(id, !good || succeeded(verifyCompatibleShape(a, b)),
               what + " must have equal shapes, got " + spelled(a) + " and " + spelled(b));
}
Spec &Spec::sameElement(unsigned id, StringRef what, Type a, Type b) {
  return holds(id, isQuantized(a) || isQuantized(b) || getElementTypeOrSelf(a) == getElementTypeOrSelf(b),
               what + " must have equal element types, got " + spelled(a) + " and " + spelled(b));
}
Spec &Spec::sameType(unsigned id, StringRef what, Type a, Type b) {
  if (isa<ShapedType>(a) && isa<ShapedType>(b))
    return sameElement(id, what, a, b).sameShape(id, what, a, b);
  return holds(id, a == b, what + " must have equal types, got " + spelled(a) + " and " + spelled(b));
}
Spec &Spec::shapeIs(unsigned id, StringRef what, RankedTensorType type, ArrayRef<int64_t> expected) {
  bool equal = type.getShape().size() == expected.size() &&
               llvm::all_of(llvm::zip(type.getShape(), expected),
                            [](auto both) { return fits(std::get<0>(both), std::get<1>(both)); });
  return holds(id, equal, what + " has shape " + text(type.getShape()) + ", expected " + text(expected));
}
Spec &Spec::sizeIs(unsigned id, StringRef what, ArrayRef<int64_t> list, size_t expected) {
  return holds(id, list.size() == expected,
               what + " " + text(list) + " has " + Twine(list.size()) + " numbers, expected " + Twine(expected));
}
Spec &Spec::inRange(unsigned id, StringRef what, ArrayRef<int64_t> list, int64_t low, int64_t high) {
  return holds(id, llvm::all_of(list, [&](int64_t value) { return low <= value && value < high; }),
               what + " " + text(list) + " must be from " + Twine(low) + " to " + Twine(high - 1));
}
Spec &Spec::atLeast(unsigned id, StringRef what, ArrayRef<int64_t> list, int64_t low) {
  return holds(id, llvm::all_of(list, [&](int64_t value) { return low <= value; }),
               what + " " + text(list) + " must be at least " + Twine(low));
}
Spec &Spec::unique(unsigned id, StringRef what, ArrayRef<int64_t> list) {
  Dims ordered(list);
  llvm::sort(ordered);
  return holds(id, std::adjacent_find(ordered.begin(), ordered.end()) == ordered.end(),
               what + " " + text(list) + " names a dimension twice");
}
Spec &Spec::sorted(unsigned id, StringRef what, ArrayRef<int64_t> list) {
  return holds(id, llvm::is_sorted(list), what + " " + text(list) + " must rise");
}

Spec &Spec::region(unsigned id, StringRef what, Region &region, ArrayRef<Type> arguments, ArrayRef<Type> results) {
  holds(id, region.hasOneBlock(), what + " must be one block");
  if (!good)
    return *this;
  Block &block = region.front();
  holds(id, block.getNumArguments() == arguments.size(),
        what + " must have " + Twine(arguments.size()) + " arguments, has " + Twine(block.getNumArguments()));
  for (auto [have, want] : llvm::zip(block.getArgumentTypes(), arguments))
    sameType(id, (what + "'s argument and what it is given").str(), have, want);
  if (!good || block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())
    return *this;
  Operation *end = block.getTerminator();
  holds(id, end->getNumOperands() == results.size(),
        what + " must return " + Twine(results.size()) + " values, returns " + Twine(end->getNumOperands()));
  if (good)
    for (auto [have, want] : llvm::zip(end->getOperandTypes(), results))
      sameType(id, (what + "'s result and what is expected of it").str(), have, want);
  return *this;
}
