//===- Help.cpp - What --help and --version say ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/CommandLine/Help.h"
#include "Pages.h"

#include <fmt/format.h>

using namespace alcove;

std::string alcove::versionText(std::string_view program) {
  std::string llvm = llvmVersion().empty() ? "built without MLIR" : fmt::format("LLVM {}", llvmVersion());
  return fmt::format("{} {} (commit {}, {})\n", program, version(), commit(), llvm);
}

/// Words without the marks of Markdown; `code` keeps everything between its backticks.
static std::string withoutMarks(std::string_view line) {
  std::string plain;
  bool code = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`')
      code = !code;
    else if (!code && line[i] == '\\') // a line break when it is the last
      plain += ++i < line.size() ? std::string(1, line[i]) : "";
    else if (code || line[i] != '*')
      plain += line[i];
  }
  return plain;
}

std::string alcove::helpText(std::string_view page) {
  std::string text;
  for (const Page &each : manualPages()) {
    if (each.name != page)
      continue;
    for (size_t at = 0, end; at < each.text.size(); at = end + 1) {
      end = std::min(each.text.find('\n', at), each.text.size());
      std::string_view line = each.text.substr(at, end - at);
      if (line.starts_with("%") || line.starts_with("```") || (text.empty() && line.empty()))
        continue;
      if (line.starts_with("# "))
        text += fmt::format("{}\n", line.substr(2));
      else if (line.starts_with("    ")) // code
        text += fmt::format("{}\n", line);
      else
        text += line.empty()             ? "\n"
                : line.starts_with(": ") ? fmt::format("      {}\n", withoutMarks(line.substr(2))) // what a term means
                                         : fmt::format("  {}\n", withoutMarks(line));
    }
  }
  return text;
}

std::string alcove::helpOrVersion(std::string_view program, int argc, const char *const *argv) {
  if (argc != 2)
    return "";
  std::string_view word = argv[1];
  if (word == "--version")
    return versionText(program);
  return word == "--help" || word == "-h" ? helpText(program) : "";
}
