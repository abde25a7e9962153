//===- FuzzFigures.cpp - Bytes as summaries of plans ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two summaries, separated by a line of dashes, are compared or refused.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Json/Json.h"
#include "alcove/Report/ComparePlans.h"

#include <cstdlib>

using namespace alcove;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  size_t cut = text.find("\n---\n");
  Result<report::PlanFigures> before = report::parsePlanFigures(text.substr(0, cut));
  if (!before.ok()) {
    if (before.error().message.empty())
      std::abort();
    return 0;
  }
  Result<report::PlanFigures> after = before;
  if (cut != std::string_view::npos)
    after = report::parsePlanFigures(text.substr(cut + 5));
  if (!after.ok())
    return 0;
  (void)report::comparisonText(*before, *after, 10);
  JsonDocument document;
  if (!document.parse(report::comparisonJson(*before, *after)).ok())
    std::abort();
  return 0;
}
