//===- AffineMapParser.cpp - Affine maps from MLIR's syntax --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/AffineMap.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace alcove::device {

using Kind = AffineExpr::Kind;

namespace {

/// Recursive descent. Calls nest only at parentheses and unary minus, which `nesting` counts.
///
///   sum     ::= product (('+' | '-') product)*
///   product ::= operand (('*' | 'floordiv' | 'ceildiv' | 'mod') operand)*       left-associative
///   operand ::= INTEGER | IDENTIFIER | '-' operand | '(' sum ')'
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Result<AffineMap> parseAll() {
    if (text.size() > maxText)
      return Error{fmt::format("affine map of {} characters, at most {} are read", text.size(), maxText)};
    bool wrapped = take("affine_map");
    if (wrapped && !take("<"))
      return expected("'<'");
    ALCOVE_ASSIGN_OR_RETURN(AffineMap map, parseMap());
    if (wrapped && !take(">"))
      return expected("'>'");
    skipBlanks();
    if (at != text.size())
      return expected("the end");
    return map;
  }

private:
  static constexpr size_t maxText = 1 << 16;
  static constexpr int64_t maxResults = 32, maxNesting = 100;

  Result<AffineMap> parseMap() {
    ALCOVE_RETURN_IF_ERROR(parseIdentifiers("(", ")", dims));
    if (peek() == '[')
      ALCOVE_RETURN_IF_ERROR(parseIdentifiers("[", "]", symbols));
    if (!take("->"))
      return expected("'->'");
    if (!take("("))
      return expected("'('");
    std::vector<AffineExpr> results;
    int64_t nodes = 0;
    while (!take(")")) {
      if (!results.empty() && !take(","))
        return expected("',' or ')'");
      ALCOVE_ASSIGN_OR_RETURN(AffineExpr expr, parseSum());
      nodes += expr.size();
      if (nodes > maxAffineNodes || static_cast<int64_t>(results.size()) == maxResults)
        return error(fmt::format("more than {} nodes or {} results", maxAffineNodes, maxResults));
      results.push_back(std::move(expr));
    }
    return AffineMap(static_cast<int64_t>(dims.size()), static_cast<int64_t>(symbols.size()), std::move(results));
  }

  Status parseIdentifiers(std::string_view open, std::string_view close, std::vector<std::string_view> &into) {
    if (!take(open))
      return expected(fmt::format("'{}'", open));
    while (!take(close)) {
      if (!into.empty() && !take(","))
        return expected(fmt::format("',' or '{}'", close));
      std::string_view name = takeIdentifier();
      if (name.empty())
        return expected("an identifier");
      if (find(dims, name) || find(symbols, name))
        return error(fmt::format("'{}' is named twice", name));
      if (static_cast<int64_t>(into.size()) == maxAffineIdentifiers)
        return error(fmt::format("more than {} identifiers", maxAffineIdentifiers));
      into.push_back(name);
    }
    return Status();
  }

  Result<AffineExpr> combine(Kind kind, AffineExpr a, AffineExpr b) {
    if (kind == Kind::Mul && !a.isSymbolic() && !b.isSymbolic())
      return error("one factor of a product must not depend on a dimension");
    if (kind != Kind::Add && kind != Kind::Mul && !b.isSymbolic())
      return error("a divisor must not depend on a dimension");
    if (kind != Kind::Add && kind != Kind::Mul && b.kind() == Kind::Constant && b.value() < 1)
      return error(fmt::format("divisor {} is below 1", b.value()));
    AffineExpr expr = AffineExpr::binary(kind, std::move(a), std::move(b));
    if (expr.depth() > maxAffineDepth || expr.size() > maxAffineNodes)
      return error(fmt::format("more than {} nodes or depth above {}", maxAffineNodes, maxAffineDepth));
    return expr;
  }

  Result<AffineExpr> parseSum() {
    ALCOVE_ASSIGN_OR_RETURN(AffineExpr sum, parseProduct());
    while (true) {
      bool minus = false;
      if (peek() == '-' && !text.substr(at).starts_with("->"))
        minus = true;
      else if (peek() != '+')
        return sum;
      ++at;
      ALCOVE_ASSIGN_OR_RETURN(AffineExpr next, parseProduct());
      if (minus) {
        ALCOVE_ASSIGN_OR_RETURN(next, combine(Kind::Mul, next, AffineExpr::constant(-1)));
      }
      ALCOVE_ASSIGN_OR_RETURN(sum, combine(Kind::Add, sum, next));
    }
  }

  std::optional<Kind> takeProductOperator() {
    if (take("*"))
      return Kind::Mul;
    size_t before = at;
    std::string_view word = takeIdentifier();
    if (word == "floordiv")
      return Kind::FloorDiv;
    if (word == "ceildiv")
      return Kind::CeilDiv;
    if (word == "mod")
      return Kind::Mod;
    at = before;
    return std::nullopt;
  }

  Result<AffineExpr> parseProduct() {
    ALCOVE_ASSIGN_OR_RETURN(AffineExpr product, parseOperand());
    while (std::optional<Kind> kind = takeProductOperator()) {
      ALCOVE_ASSIGN_OR_RETURN(AffineExpr next, parseOperand());
      ALCOVE_ASSIGN_OR_RETURN(product, combine(*kind, product, next));
    }
    return product;
  }

  Result<AffineExpr> parseOperand() {
    if (++nesting > maxNesting)
      return error(fmt::format("nested deeper than {} levels", maxNesting));
    Result<AffineExpr> operand = parseNestedOperand();
    --nesting;
    return operand;
  }

  Result<AffineExpr> parseNestedOperand() {
    if (take("(")) {
      ALCOVE_ASSIGN_OR_RETURN(AffineExpr inner, parseSum());
      if (!take(")"))
        return expected("')'");
      return inner;
    }
    // A sign directly before digits belongs to the literal: the smallest integer has no positive twin.
    bool negative = peek() == '-';
    if (std::isdigit(static_cast<unsigned char>(peek())) ||
        (negative && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])))) {
      int64_t value = 0;
      auto [end, failure] = std::from_chars(text.data() + at, text.data() + text.size(), value);
      if (failure != std::errc())
        return error("integer beyond 64 bits");
      at = static_cast<size_t>(end - text.data());
      return AffineExpr::constant(value);
    }
    if (negative) {
      ++at;
      ALCOVE_ASSIGN_OR_RETURN(AffineExpr inner, parseOperand());
      return combine(Kind::Mul, inner, AffineExpr::constant(-1));
    }
    size_t before = at;
    std::string_view name = takeIdentifier();
    if (std::optional<int64_t> position = find(dims, name))
      return AffineExpr::dim(*position);
    if (std::optional<int64_t> position = find(symbols, name))
      return AffineExpr::symbol(*position);
    at = before;
    return name.empty() ? expected("an operand") : error(fmt::format("unknown identifier '{}'", name));
  }

  static std::optional<int64_t> find(const std::vector<std::string_view> &names, std::string_view name) {
    auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? std::nullopt : std::optional<int64_t>(it - names.begin());
  }

  void skipBlanks() {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
      ++at;
  }
  char peek() {
    skipBlanks();
    return at < text.size() ? text[at] : '\0';
  }
  bool take(std::string_view token) {
    skipBlanks();
    if (!text.substr(at).starts_with(token))
      return false;
    at += token.size();
    return true;
  }
  std::string_view takeIdentifier() {
    skipBlanks();
    size_t begin = at;
    while (at < text.size() && (std::isalpha(static_cast<unsigned char>(text[at])) || text[at] == '_' ||
                                (at > begin && std::isdigit(static_cast<unsigned char>(text[at])))))
      ++at;
    return text.substr(begin, at - begin);
  }

  Error error(std::string_view message) const { return Error{fmt::format("column {}: {}", at + 1, message)}; }
  Error expected(std::string_view what) {
    char next = peek();
    return error(next ? fmt::format("expected {}, found '{}'", what, next) : fmt::format("expected {}", what));
  }

  std::string_view text;
  size_t at = 0;
  int64_t nesting = 0;
  std::vector<std::string_view> dims, symbols;
};

} // namespace

Result<AffineMap> AffineMap::parse(std::string_view text) { return Parser(text).parseAll(); }

} // namespace alcove::device
