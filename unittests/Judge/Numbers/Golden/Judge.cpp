//===- Judge.cpp - All judges on one module -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Judge.h"
#include "Numbers.h"

#include "mlir/IR/Verifier.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

const char *testing::toString(Judge judge) {
  static constexpr const char *names[] = {"nobody", "verifier", "memory", "storage", "last bits", "numbers"};
  return names[static_cast<size_t>(judge)];
}

Verdict testing::judge(Workshop &workshop, ModuleOp suspect, ModuleOp reference) {
  workshop.takeErrors();
  if (failed(verify(suspect)))
    return {Judge::Verifier, workshop.takeErrors()};
  if (Status status = workshop.run(suspect, "ttnn-verify-memory"); !status)
    return {Judge::Memory, status.error().message};
  Result<Difference> difference = compareRuns(reference, suspect, 1);
  if (!difference.ok() && difference.error().message.find(": ST") != std::string::npos)
    return {Judge::Storage, difference.error().message};
  if (!difference.ok())
    return {Judge::Numbers, "differs: " + difference.error().message};
  if (!difference->sameBits)
    return {difference->equal ? Judge::LastBits : Judge::Numbers,
            fmt::format("differs: correlation {}, {}", difference->correlation, difference->first),
            difference->decidedByRounding};
  return {};
}
