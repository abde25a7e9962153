//===- AsmHelpers.h - Parsing pieces shared by our attributes ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_ASMHELPERS_H
#define ALCOVE_OPS_DIALECT_ASMHELPERS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

#include <limits>

namespace alcove {

/// `8x8`; `allowEmpty` accepts nothing at all.
inline mlir::ParseResult parseDimensions(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &dims) {
  return parser.parseDimensionList(dims, /*allowDynamic=*/false, /*withTrailingX=*/false);
}

inline void printDimensions(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims) {
  llvm::interleave(dims, printer.getStream(), "x");
}

/// A bare map, `(d0, d1) -> (0, d0, d1)`, without `affine_map<>`.
inline mlir::ParseResult parseBareAffineMap(mlir::AsmParser &parser, mlir::AffineMap &map) {
  llvm::SMLoc at = parser.getCurrentLocation();
  if (parser.parseAffineMap(map))
    return mlir::failure();
  // MLIR folds constants unless that overflows or divides by 0; what it then prints it reads back as another map. A sum
  // may wrap around to the least integer, which it does not read at all.
  auto isConstant = [](mlir::AffineExpr expr) { return mlir::isa<mlir::AffineConstantExpr>(expr); };
  bool writable = true;
  map.walkExprs([&](mlir::AffineExpr expr) {
    if (auto constant = mlir::dyn_cast<mlir::AffineConstantExpr>(expr))
      writable &= constant.getValue() != std::numeric_limits<int64_t>::min();
    else if (auto binary = mlir::dyn_cast<mlir::AffineBinaryOpExpr>(expr))
      writable &= !isConstant(binary.getLHS()) || !isConstant(binary.getRHS());
  });
  return writable ? mlir::success() : parser.emitError(at, "constants of the affine map do not fit 64 bits");
}

/// `[1, 2, 3]`.
inline mlir::ParseResult parseIntegerList(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(values.emplace_back()); });
}

inline void printIntegerList(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer.getStream());
  printer << ']';
}

/// `(3, 4)` as two integers.
inline mlir::ParseResult parseCoordinate(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &values) {
  return mlir::failure(parser.parseLParen() || parser.parseInteger(values.emplace_back()) || parser.parseComma() ||
                       parser.parseInteger(values.emplace_back()) || parser.parseRParen());
}

/// `#dialect<...>` or `#dialect.name<...>` that the dialect does not define, kept as it is written: annotations of
/// newer front ends survive a round trip. The parser behind `Dialect::parseAttribute` steps over the text by itself.
inline mlir::Attribute keepUnknownAttribute(mlir::DialectAsmParser &parser, mlir::StringRef dialect, mlir::Type type) {
  mlir::MLIRContext *context = parser.getContext();
  return mlir::OpaqueAttr::getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                                      mlir::StringAttr::get(context, dialect), parser.getFullSymbolSpec(),
                                      type ? type : mlir::NoneType::get(context));
}

/// Keeps an unknown type as text: `!dialect.name` or `!dialect.name<...>`.
inline mlir::Type keepUnknownType(mlir::DialectAsmParser &parser, mlir::StringRef dialect) {
  return mlir::OpaqueType::getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                                      mlir::StringAttr::get(parser.getContext(), dialect), parser.getFullSymbolSpec());
}

/// Product of dims, or nothing when it is negative or above 2^48: sizes from a file never overflow later arithmetic.
inline std::optional<int64_t> boundedVolume(llvm::ArrayRef<int64_t> dims) {
  int64_t volume = 1;
  for (int64_t dim : dims)
    if (dim < 0 || __builtin_mul_overflow(volume, dim, &volume) || volume > (int64_t(1) << 48))
      return std::nullopt;
  return volume;
}

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_ASMHELPERS_H
