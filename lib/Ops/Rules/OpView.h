//===- OpView.h - Operands and attributes of an op by name ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   OpView op(operation, "query key value mask? -> result");
//   if (op.rank("query key value", 4).sameExtent("query", 3, "key", 3).failed())
//     return failure();
//
// The first check that fails emits an op error; those after it do nothing. Checks skip operands that are absent. Stop
// (failed()) before indexing a shape whose rank was just checked.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPS_RULES_OPVIEW_H
#define ALCOVE_LIB_OPS_RULES_OPVIEW_H

#include "alcove/Ops/Dialect/ShapeRules.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"

namespace alcove::rules {

using Names = llvm::StringRef; ///< names with blanks between
using Shape = shape::Shape;

class OpView {
public:
  /// `signature`: names of the operands, then of the results behind `->`; `?` marks optional ones, `*` any number (the
  /// name stands for the first).
  OpView(mlir::Operation *op, llvm::StringRef signature);

  mlir::Value get(llvm::StringRef name) const;
  bool has(llvm::StringRef name) const { return static_cast<bool>(get(name)); }
  /// Shape of a tensor; that of a scalar where there is none.
  Shape shape(llvm::StringRef name) const { return has(name) ? shape::of(get(name)) : Shape(); }
  int64_t extent(llvm::StringRef name, int64_t dim) const; ///< from the end when negative; -1 for none
  int64_t volume(llvm::StringRef name) const;
  mlir::Attribute attr(llvm::StringRef name) const;
  /// Value of an integer attribute, `otherwise` when it is absent or something else.
  int64_t integer(llvm::StringRef name, int64_t otherwise = 0) const;
  std::optional<llvm::SmallVector<int64_t>> integers(llvm::StringRef name) const;
  std::optional<double> number(llvm::StringRef name) const;
  bool flag(llvm::StringRef name, bool otherwise) const;

  OpView &rank(Names names, int64_t rank);
  OpView &rankAtLeast(Names names, int64_t rank);
  OpView &sameShape(Names names); ///< as the first
  OpView &shapeIs(llvm::StringRef name, Shape expected);
  OpView &extentIs(llvm::StringRef name, int64_t dim, int64_t expected, llvm::StringRef what);
  OpView &sameExtent(llvm::StringRef a, int64_t dimA, llvm::StringRef b, int64_t dimB);
  OpView &volumeIs(llvm::StringRef name, int64_t expected, llvm::StringRef what);
  OpView &broadcastsTo(llvm::StringRef name, Shape to);
  OpView &equal(llvm::StringRef whatA, int64_t a, llvm::StringRef whatB, int64_t b);
  OpView &divides(llvm::StringRef what, int64_t whole, llvm::StringRef by, int64_t part);

  OpView &sameType(Names names);    ///< as the first: shape, elements, encoding
  OpView &sameElement(Names names); ///< as the first
  OpView &sameKind(Names names);    ///< all integers or all reals
  OpView &isInteger(Names names);
  OpView &isIndex(Names names); ///< integers, no truth values
  OpView &isReal(Names names);
  OpView &isQuantized(Names names);

  /// Each of the integers in the attribute lies in [low, high]; an absent attribute passes.
  OpView &inRange(Names attributes, int64_t low, int64_t high = std::numeric_limits<int64_t>::max());
  OpView &count(llvm::StringRef attribute, llvm::ArrayRef<int64_t> counts);
  OpView &dimension(llvm::StringRef attribute, int64_t rank); ///< in [-rank, rank)
  OpView &oneOf(llvm::StringRef attribute, llvm::ArrayRef<llvm::StringRef> values);
  /// Ops that count their groups of operands: one value in each group, at most one where its mark is '?'.
  OpView &onePerGroup(llvm::StringRef marks);
  OpView &realInRange(Names attributes, double low, double high, bool openHigh = false);
  OpView &require(bool holds, const llvm::Twine &message);

  bool failed() const { return broken; }
  llvm::LogicalResult done() const { return llvm::failure(broken); }
  mlir::Operation *operation() const { return op; }

private:
  OpView &report(const llvm::Twine &message);

  mlir::Operation *op;
  llvm::SmallVector<std::pair<llvm::StringRef, mlir::Value>, 12> values;
  bool broken = false;
};

/// Whether an op of TTNN produces the element types of its results; see ResultElements.cpp.
llvm::LogicalResult verifyResultElements(mlir::Operation *op);

/// attention_mask, where there is one, has real elements and of batch, heads and queries 1 or the extent, of keys the
/// extent.
OpView &checkMask(OpView &view, llvm::ArrayRef<int64_t> extents);
/// Heads of queries share heads of keys evenly.
OpView &checkHeads(OpView &view, int64_t queries, int64_t keys);
/// Either is_causal or an attention_mask says what is seen, not both.
OpView &checkCausal(OpView &view);
/// Keys and values in pages (blocks, Hkv, block, D), and what of each page a user has. `headDim` and `userDim` are the
/// dimensions of the query that count heads and users.
OpView &checkPagedKeys(OpView &view, int64_t headDim, int64_t userDim);
/// An update brings one token; what fills a cache is not longer than it. Ranks must have been checked.
OpView &checkUpdate(OpView &view);
OpView &checkFill(OpView &view);
/// One token of each user, written into the blocks that its row of the table names. Ranks must have been checked.
OpView &checkPagedUpdate(OpView &view);

/// As many parts as the device's mesh has chips along `cluster_axis`, in all where the op names no axis; holds before there
/// is a device.
OpView &checkPartsOfMesh(OpView &view, int64_t parts);

std::string text(Shape shape);
inline mlir::Type elementOf(mlir::Value value) {
  return llvm::cast<mlir::ShapedType>(value.getType()).getElementType();
}
bool isIntegerElement(mlir::Type type);
bool isRealElement(mlir::Type type);
bool isQuantizedElement(mlir::Type type);

/// Rules by op name, with the dialect or without: those of the dialect, and those that only the library has
/// (OpRules.h).
using Rule = llvm::LogicalResult (*)(mlir::Operation *op);
struct RuleTable {
  llvm::StringMap<llvm::SmallVector<Rule, 2>> ofDialect, ofLibrary;
};
inline void add(RuleTable &table, std::initializer_list<llvm::StringRef> names, Rule rule) {
  for (llvm::StringRef name : names)
    table.ofDialect[name].push_back(rule);
}
inline void addOfLibrary(RuleTable &table, std::initializer_list<llvm::StringRef> names, Rule rule) {
  for (llvm::StringRef name : names)
    table.ofLibrary[name].push_back(rule);
}

/// What an op means: its verifyMeaning(), or that its operands broadcast.
template <typename Op>
void addMeaning(RuleTable &table) {
  if constexpr (requires(Op op) { op.verifyMeaning(); })
    addOfLibrary(table, {Op::getOperationName()},
                 [](mlir::Operation *op) { return llvm::cast<Op>(op).verifyMeaning(); });
  else if constexpr (Op::template hasTrait<ElementwiseShape>())
    addOfLibrary(table, {Op::getOperationName()}, shape::verifyElementwise);
}
template <typename... Ops>
void addMeanings(RuleTable &table) {
  (addMeaning<Ops>(table), ...);
}

void addTTIRMeanings(RuleTable &table);
void addTTNNMeanings(RuleTable &table);
/// Of each family: the rules of the library, and those of each dialect.
#define ALCOVE_OP_FAMILY(family, ops)                                                                                  \
  void add##family##Rules(RuleTable &table);                                                                           \
  void addTTIR##family##Rules(RuleTable &table);                                                                       \
  void addTTNN##family##Rules(RuleTable &table);
#include "alcove/Ops/Families.def"

} // namespace alcove::rules

#endif // ALCOVE_LIB_OPS_RULES_OPVIEW_H
