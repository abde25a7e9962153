//===- AffineMap.cpp - Affine maps as values -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/AffineMap.h"

#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::device {

using Kind = AffineExpr::Kind;

static constexpr int64_t saturated = int64_t(1) << 40;

// Floor, for b > 0. INT64_MIN / -1 cannot occur.
static int64_t floorOf(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// False on overflow or a divisor below 1.
static bool apply(Kind kind, int64_t a, int64_t b, int64_t &into) {
  switch (kind) {
  case Kind::Add:
    return !addOverflow(a, b, into);
  case Kind::Mul:
    return !mulOverflow(a, b, into);
  default:
    break;
  }
  if (b < 1)
    return false;
  if (kind == Kind::FloorDiv)
    into = floorOf(a, b);
  else if (kind == Kind::CeilDiv)
    into = floorOf(a, b) + (a % b != 0);
  else
    into = a - floorOf(a, b) * b;
  return true;
}

AffineExpr AffineExpr::leaf(Kind kind, int64_t value) {
  return AffineExpr(std::make_shared<const Node>(Node{kind, kind != Kind::Dim, value, 1, 1, nullptr, nullptr}));
}
AffineExpr AffineExpr::constant(int64_t value) { return leaf(Kind::Constant, value); }
AffineExpr AffineExpr::dim(int64_t position) { return leaf(Kind::Dim, position); }
AffineExpr AffineExpr::symbol(int64_t position) { return leaf(Kind::Symbol, position); }

AffineExpr AffineExpr::binary(Kind kind, AffineExpr a, AffineExpr b) {
  if ((kind == Kind::Add || kind == Kind::Mul) &&
      ((a.kind() == Kind::Constant && b.kind() != Kind::Constant) || (a.isSymbolic() && !b.isSymbolic())))
    std::swap(a, b);
  // INT64_MIN is not folded because its literal cannot be written.
  if (a.kind() == Kind::Constant && b.kind() == Kind::Constant)
    if (int64_t value; apply(kind, a.value(), b.value(), value) && value != INT64_MIN)
      return constant(value);
  switch (kind) {
  case Kind::Add:
    if (b.isConstant(0))
      return a;
    if (b.kind() == Kind::Add)
      return binary(kind, binary(kind, a, b.lhs()), b.rhs());
    if (a.kind() == Kind::Add && a.rhs().kind() == Kind::Constant) {
      if (b.kind() != Kind::Constant)
        return binary(kind, binary(kind, a.lhs(), b), a.rhs());
      if (int64_t sum; apply(kind, a.rhs().value(), b.value(), sum) && sum != INT64_MIN)
        return binary(kind, a.lhs(), constant(sum));
    }
    break;
  case Kind::Mul:
    if (b.isConstant(1))
      return a;
    if (b.isConstant(0))
      return b;
    if (a.kind() == Kind::Mul && a.rhs().kind() == Kind::Constant && b.kind() == Kind::Constant)
      if (int64_t product; apply(kind, a.rhs().value(), b.value(), product) && product != INT64_MIN)
        return binary(kind, a.lhs(), constant(product));
    break;
  case Kind::FloorDiv:
  case Kind::CeilDiv:
    if (b.isConstant(1))
      return a;
    break;
  case Kind::Mod:
    if (b.isConstant(1))
      return constant(0);
    break;
  default:
    break;
  }
  return AffineExpr(std::make_shared<const Node>(
      Node{kind, a.isSymbolic() && b.isSymbolic(), 0, std::min(a.size() + b.size() + 1, saturated),
           std::min(std::max(a.depth(), b.depth()) + 1, saturated), a.node, b.node}));
}

bool AffineExpr::evaluate(const Node &node, std::span<const int64_t> dims, std::span<const int64_t> symbols,
                          int64_t &into) {
  switch (node.kind) {
  case Kind::Constant:
    into = node.value;
    return true;
  case Kind::Dim:
  case Kind::Symbol: {
    std::span<const int64_t> values = node.kind == Kind::Dim ? dims : symbols;
    if (node.value < 0 || node.value >= static_cast<int64_t>(values.size()))
      return false;
    into = values[node.value];
    return true;
  }
  default:
    break;
  }
  int64_t a, b;
  return evaluate(*node.lhs, dims, symbols, a) && evaluate(*node.rhs, dims, symbols, b) && apply(node.kind, a, b, into);
}

Result<int64_t> AffineExpr::evaluate(std::span<const int64_t> dims, std::span<const int64_t> symbols) const {
  int64_t value;
  if (depth() > maxAffineDepth || !evaluate(*node, dims, symbols, value))
    return Error{fmt::format("{} has no value at ({}){}: overflow, a divisor below 1 or an identifier without a value",
                             str(), fmt::join(dims, ", "),
                             symbols.empty() ? std::string() : fmt::format("[{}]", fmt::join(symbols, ", ")))};
  return value;
}

AffineExpr AffineExpr::replaceDims(std::span<const AffineExpr> dims) const {
  if (kind() == Kind::Dim)
    return value() < static_cast<int64_t>(dims.size()) ? dims[value()] : *this;
  if (kind() == Kind::Constant || kind() == Kind::Symbol)
    return *this;
  return binary(kind(), lhs().replaceDims(dims), rhs().replaceDims(dims));
}

bool AffineExpr::operator==(const AffineExpr &other) const {
  if (node == other.node)
    return true;
  if (kind() != other.kind() || value() != other.value() || size() != other.size())
    return false;
  return !node->lhs || (lhs() == other.lhs() && rhs() == other.rhs());
}

// As MLIR's printer: operands of *, floordiv, ceildiv and mod stand in parentheses when they are binary, operands of +
// never; adding a negative number or a product with one is a subtraction.
static std::string print(const AffineExpr &expr, bool tight) {
  auto parenthesized = [&](std::string text) { return tight ? "(" + text + ")" : text; };
  switch (expr.kind()) {
  case Kind::Constant:
    return fmt::format("{}", expr.value());
  case Kind::Dim:
    return fmt::format("d{}", expr.value());
  case Kind::Symbol:
    return fmt::format("s{}", expr.value());
  case Kind::Add: {
    AffineExpr a = expr.lhs(), b = expr.rhs();
    if (b.kind() == Kind::Constant && b.value() < 0 && b.value() > INT64_MIN)
      return parenthesized(fmt::format("{} - {}", print(a, false), -b.value()));
    if (b.kind() == Kind::Mul && b.rhs().isConstant(-1))
      return parenthesized(print(a, false) + " - " + print(b.lhs(), b.lhs().kind() == Kind::Add));
    if (b.kind() == Kind::Mul && b.rhs().kind() == Kind::Constant && b.rhs().value() < -1 &&
        b.rhs().value() > INT64_MIN)
      return parenthesized(fmt::format("{} - {} * {}", print(a, false), print(b.lhs(), true), -b.rhs().value()));
    return parenthesized(print(a, false) + " + " + print(b, false));
  }
  case Kind::Mul:
    if (expr.rhs().isConstant(-1))
      return parenthesized("-" + print(expr.lhs(), true));
    return parenthesized(print(expr.lhs(), true) + " * " + print(expr.rhs(), true));
  case Kind::FloorDiv:
    return parenthesized(print(expr.lhs(), true) + " floordiv " + print(expr.rhs(), true));
  case Kind::CeilDiv:
    return parenthesized(print(expr.lhs(), true) + " ceildiv " + print(expr.rhs(), true));
  case Kind::Mod:
    return parenthesized(print(expr.lhs(), true) + " mod " + print(expr.rhs(), true));
  }
  return {};
}

std::string AffineExpr::str() const {
  if (size() > maxAffineNodes || depth() > maxAffineDepth)
    return fmt::format("<expression of {} nodes>", size());
  return print(*this, false);
}

AffineMap AffineMap::identity(int64_t rank) {
  std::vector<AffineExpr> results;
  for (int64_t i = 0; i < rank; ++i)
    results.push_back(AffineExpr::dim(i));
  return AffineMap(rank, 0, std::move(results));
}

int64_t AffineMap::size() const {
  int64_t sum = 0;
  for (const AffineExpr &expr : exprs)
    sum = std::min(sum + expr.size(), saturated);
  return sum;
}

Result<std::vector<int64_t>> AffineMap::evaluate(std::span<const int64_t> dimValues,
                                                 std::span<const int64_t> symbolValues) const {
  std::vector<int64_t> values;
  values.reserve(exprs.size());
  for (const AffineExpr &expr : exprs) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t value, expr.evaluate(dimValues, symbolValues));
    values.push_back(value);
  }
  return values;
}

Result<AffineMap> AffineMap::compose(const AffineMap &inner) const {
  if (inner.numResults() != dims || inner.symbols != 0)
    return Error{fmt::format("{} does not compose with {}", str(), inner.str())};
  // Sizes are bounded before anything is built: a dimension may occur in every leaf.
  int64_t innerSize = std::max<int64_t>(inner.size(), 1), innerDepth = 0, depth = 0;
  for (const AffineExpr &expr : inner.exprs)
    innerDepth = std::max(innerDepth, expr.depth());
  for (const AffineExpr &expr : exprs)
    depth = std::max(depth, expr.depth());
  if (size() > maxAffineNodes / innerSize || depth + innerDepth > maxAffineDepth)
    return Error{
        fmt::format("the composition of {} and {} may have more than {} nodes", str(), inner.str(), maxAffineNodes)};
  std::vector<AffineExpr> results;
  for (const AffineExpr &expr : exprs)
    results.push_back(expr.replaceDims(inner.exprs));
  return AffineMap(inner.dims, symbols, std::move(results));
}

std::string AffineMap::str() const {
  std::string text = "(";
  for (int64_t i = 0; i < dims; ++i)
    text += fmt::format("{}d{}", i ? ", " : "", i);
  text += ")";
  for (int64_t i = 0; i < symbols; ++i)
    text += fmt::format("{}s{}{}", i ? ", " : "[", i, i + 1 == symbols ? "]" : "");
  text += " -> (";
  for (size_t i = 0; i < exprs.size(); ++i)
    text += (i ? ", " : "") + exprs[i].str();
  return text + ")";
}

} // namespace alcove::device
