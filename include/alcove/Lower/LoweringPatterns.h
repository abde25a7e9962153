//===- LoweringPatterns.h - Switches and counts of rewritings ----------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table (LoweringPatterns.def) says which rewritings have a switch. A pass with such patterns takes the names of
// those that are off (`disable-patterns`), gives its patterns a PatternCounts, and attaches that to the module; the
// summary reads the counts from there and removes them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_LOWERINGPATTERNS_H
#define ALCOVE_LOWER_LOWERINGPATTERNS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"

#include <array>
#include <bitset>
#include <string>
#include <vector>

namespace alcove::conversion {

enum class LoweringPattern {
#define LOWERING_PATTERN(name, option, byDefault, description) name,
#include "alcove/Lower/LoweringPatterns.def"
};

struct LoweringPatternInfo {
  llvm::StringLiteral option; ///< without `enable-`
  bool byDefault;
  llvm::StringLiteral description;
};

/// What is known of each pattern, indexed by LoweringPattern.
inline constexpr LoweringPatternInfo loweringPatterns[] = {
#define LOWERING_PATTERN(name, option, byDefault, description) {option, byDefault, description},
#include "alcove/Lower/LoweringPatterns.def"
};

/// Which patterns are on.
class PatternSwitches {
public:
  /// The defaults of the table.
  PatternSwitches();
  bool has(LoweringPattern pattern) const { return on.test(static_cast<size_t>(pattern)); }
  void set(LoweringPattern pattern, bool value) { on.set(static_cast<size_t>(pattern), value); }
  /// Options of those that are off, in the order of the table.
  std::vector<std::string> disabled() const;
  /// All on but those of `names`. Fails, with an error at `place` that names the nearest, when a name is not in the
  /// table.
  static llvm::FailureOr<PatternSwitches> allBut(llvm::ArrayRef<std::string> names, mlir::Operation *place);

private:
  std::bitset<std::size(loweringPatterns)> on;
};

/// How often each pattern was applied.
class PatternCounts {
public:
  void add(LoweringPattern pattern, int64_t times = 1) { counts[static_cast<size_t>(pattern)] += times; }
  /// Adds them to the dictionary attribute `alcove.lowering` of `module`; nothing when all are zero.
  void attachTo(mlir::ModuleOp module) const;
  /// Counts by option, of those above zero, in the order of the table; the attribute goes.
  static std::vector<std::pair<llvm::StringRef, int64_t>> detachFrom(mlir::Operation *module);

private:
  std::array<int64_t, std::size(loweringPatterns)> counts{};
};

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_LOWERINGPATTERNS_H
