//===- PlanPage.cpp - A plan as one HTML page -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/PlanPage.h"

using namespace alcove;

/// PlanPage.html, in parts that every compiler takes as literals.
static constexpr std::string_view parts[] = {
#include "PlanPage.html.inc"
};
static constexpr std::string_view dataMark = "@ALCOVE_DATA@";

/// Inside a script element only `</` could end it.
static void appendData(std::string &out, std::string_view json) {
  for (size_t i = 0; i < json.size(); ++i) {
    out += json[i];
    if (json[i] == '<')
      out += i + 1 < json.size() && json[i + 1] == '/' ? "\\" : "";
  }
}

std::string report::planPage(std::string_view summaryJson, std::string_view timelineJson) {
  std::string page;
  for (std::string_view part : parts)
    page += part;
  size_t mark = page.find(dataMark);
  std::string out = page.substr(0, mark);
  out += "{\"summary\": ";
  appendData(out, summaryJson);
  out += ", \"timeline\": ";
  appendData(out, timelineJson);
  out += "}";
  return out + page.substr(mark + dataMark.size());
}
