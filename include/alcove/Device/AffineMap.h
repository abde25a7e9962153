//===- AffineMap.h - Affine maps as values -*- C++ -*- -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The MLIR-free twin of mlir::AffineMap: integer tuples to integer tuples by +, *, floordiv, ceildiv and mod. The
// dialect converts by text, so syntax and meaning are MLIR's:
//
//   (d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 8)      2x8x16 grid on four chips of 8x8
//
//          +                      One factor of a product, and what one divides by, must not depend on a dimension
//        /   \                    (symbols may occur: semi-affine). floordiv rounds down, ceildiv up, mod is never
//      *      floordiv            negative; a divisor below 1 is an error of evaluate().
//     / \     /   \
//    d0  2   d2    8
//
// Expressions are immutable trees behind shared pointers; a map holds at most maxAffineNodes nodes of depth
// maxAffineDepth, so that no text can make the recursions below overflow a stack.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_AFFINEMAP_H
#define ALCOVE_DEVICE_AFFINEMAP_H

#include "alcove/Base/Support/Result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::device {

constexpr int64_t maxAffineNodes = 4096, maxAffineDepth = 128, maxAffineIdentifiers = 32;

/// An expression over dimensions d0, d1, ... and symbols s0, s1, ...
class AffineExpr {
public:
  enum class Kind : uint8_t { Constant, Dim, Symbol, Add, Mul, FloorDiv, CeilDiv, Mod };

  static AffineExpr constant(int64_t value);
  static AffineExpr dim(int64_t position);
  static AffineExpr symbol(int64_t position);
  /// Simplified as MLIR does: constants are folded and stand right, neutral elements go (e + 0, e * 1, e floordiv 1),
  /// sums lean left.
  static AffineExpr binary(Kind kind, AffineExpr lhs, AffineExpr rhs);

  Kind kind() const { return node->kind; }
  /// Value of a constant, position of a dimension or symbol.
  int64_t value() const { return node->value; }
  AffineExpr lhs() const { return AffineExpr(node->lhs); }
  AffineExpr rhs() const { return AffineExpr(node->rhs); }
  bool isConstant(int64_t value) const { return kind() == Kind::Constant && this->value() == value; }
  /// No dimension occurs in it.
  bool isSymbolic() const { return node->symbolic; }
  /// Nodes of the tree and its depth, both saturating.
  int64_t size() const { return node->size; }
  int64_t depth() const { return node->depth; }

  /// Error on overflow of 64 bits and on a divisor below 1. Linear in the number of nodes.
  Result<int64_t> evaluate(std::span<const int64_t> dims, std::span<const int64_t> symbols = {}) const;
  /// The expression with dimension i replaced by `dims[i]`; symbols stay.
  AffineExpr replaceDims(std::span<const AffineExpr> dims) const;
  std::string str() const;
  bool operator==(const AffineExpr &other) const;

private:
  struct Node {
    Kind kind;
    bool symbolic;
    int64_t value, size, depth;
    std::shared_ptr<const Node> lhs, rhs;
  };
  explicit AffineExpr(std::shared_ptr<const Node> node) : node(std::move(node)) {}
  static AffineExpr leaf(Kind kind, int64_t value);
  static bool evaluate(const Node &node, std::span<const int64_t> dims, std::span<const int64_t> symbols,
                       int64_t &into);
  friend class AffineMap;

  std::shared_ptr<const Node> node;
};

inline AffineExpr operator+(const AffineExpr &a, const AffineExpr &b) {
  return AffineExpr::binary(AffineExpr::Kind::Add, a, b);
}
inline AffineExpr operator+(const AffineExpr &a, int64_t b) { return a + AffineExpr::constant(b); }
inline AffineExpr operator*(const AffineExpr &a, const AffineExpr &b) {
  return AffineExpr::binary(AffineExpr::Kind::Mul, a, b);
}
inline AffineExpr operator*(const AffineExpr &a, int64_t b) { return a * AffineExpr::constant(b); }
inline AffineExpr operator-(const AffineExpr &a, const AffineExpr &b) { return a + b * -1; }
inline AffineExpr floorDiv(const AffineExpr &a, const AffineExpr &b) {
  return AffineExpr::binary(AffineExpr::Kind::FloorDiv, a, b);
}
inline AffineExpr floorDiv(const AffineExpr &a, int64_t b) { return floorDiv(a, AffineExpr::constant(b)); }
inline AffineExpr mod(const AffineExpr &a, const AffineExpr &b) {
  return AffineExpr::binary(AffineExpr::Kind::Mod, a, b);
}
inline AffineExpr mod(const AffineExpr &a, int64_t b) { return mod(a, AffineExpr::constant(b)); }

/// `(d0, ...)[s0, ...] -> (results)`.
class AffineMap {
public:
  AffineMap() = default;
  AffineMap(int64_t numDims, int64_t numSymbols, std::vector<AffineExpr> results)
      : dims(numDims), symbols(numSymbols), exprs(std::move(results)) {}
  static AffineMap identity(int64_t rank);
  /// MLIR's text, with or without `affine_map<>` around it; identifiers may have any name. Errors give the column.
  static Result<AffineMap> parse(std::string_view text);

  int64_t numDims() const { return dims; }
  int64_t numSymbols() const { return symbols; }
  const std::vector<AffineExpr> &results() const { return exprs; }
  int64_t numResults() const { return static_cast<int64_t>(exprs.size()); }
  bool empty() const { return dims == 0 && symbols == 0 && exprs.empty(); }
  /// Nodes of all results.
  int64_t size() const;

  /// One value per result; the error names the result and the values it was asked for.
  Result<std::vector<int64_t>> evaluate(std::span<const int64_t> dimValues,
                                        std::span<const int64_t> symbolValues = {}) const;
  /// this(inner(...)): `inner` has as many results as this has dimensions. Error when the composition is larger than
  /// maxAffineNodes.
  Result<AffineMap> compose(const AffineMap &inner) const;
  /// `(d0, d1) -> (0, d0, d1)`.
  std::string str() const;
  bool operator==(const AffineMap &other) const = default;

private:
  int64_t dims = 0, symbols = 0;
  std::vector<AffineExpr> exprs;
};

} // namespace alcove::device

#endif // ALCOVE_DEVICE_AFFINEMAP_H
