//===- Parse.h - Command lines with subcommands ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (std::optional<int> ended = parse(app, "alcove-solve", argc, argv))
//     return *ended;
//
//   alcove-solve alocate     alcove-solve: error: there is no subcommand 'alocate'; nearest: 'allocate' (--help lists them)
//   ... --capcity=10         alcove-solve: error: unknown option --capcity; nearest: --capacity (--help lists them)
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_CLI11_PARSE_H
#define ALCOVE_BASE_COMMANDLINE_CLI11_PARSE_H

#include "alcove/Base/Support/Nearest.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alcove {

/// Zero and more, as CLI::NonNegativeNumber takes it, whose error prints the greatest double with all its digits.
inline CLI::Validator notNegative() {
  return CLI::Validator(
      [](std::string &text) {
        return CLI::NonNegativeNumber(text).empty() ? std::string() : fmt::format("'{}' is no number from 0 on", text);
      },
      "NONNEGATIVE");
}

/// The word where `app` looks for a subcommand and finds none; empty when there is no such word.
inline std::string unknownSubcommand(CLI::App &app, const std::vector<std::string> &words, CLI::App *&where) {
  where = &app;
  for (const std::string &word : words) {
    if (word.starts_with("-"))
      continue;
    std::vector<CLI::App *> fitting =
        where->get_subcommands([&](const CLI::App *each) { return each->get_name() == word; });
    if (fitting.empty())
      return where->get_require_subcommand_min() > 0 ? word : "";
    where = fitting.front();
  }
  return "";
}

/// Of the first option that neither the subcommands of the line nor `app` have: what it may have been meant for.
inline std::string unknownOption(CLI::App &app, const std::vector<std::string> &words) {
  std::vector<std::string> names;
  for (CLI::App *where = &app; where;) {
    for (const CLI::Option *option : where->get_options())
      for (const std::string &name : option->get_lnames())
        names.push_back("--" + name);
    std::vector<CLI::App *> inside = where->get_subcommands();
    where = inside.empty() ? nullptr : inside.front();
  }
  for (const std::string &word : words)
    if (std::string name = word.substr(0, word.find('='));
        name.starts_with("--") && name.size() > 2 && std::ranges::find(names, name) == names.end())
      return fmt::format("unknown option {}; nearest: {}", name, nearestName(name, names, std::identity()));
  return "";
}

/// Nothing where the program goes on; else its exit code: 0 when help or version was asked for, 2 for a wrong command line.
inline std::optional<int> parse(CLI::App &app, std::string_view program, int argc, char **argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    std::string said = error.what();
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (std::string option = unknownOption(app, words); !option.empty())
      said = option;
    CLI::App *where = nullptr;
    std::string unknown = unknownSubcommand(app, words, where);
    if (!unknown.empty()) {
      std::vector<std::string> names;
      for (const CLI::App *each : where->get_subcommands([](CLI::App *) { return true; }))
        names.push_back(each->get_name());
      said = fmt::format("there is no subcommand '{}'; nearest: '{}'", unknown,
                         nearestName(unknown, names, std::identity()));
    }
    std::fprintf(stderr, "%s: error: %s (--help lists what there is)\n", std::string(program).c_str(), said.c_str());
    return 2;
  }
}

} // namespace alcove

#endif // ALCOVE_BASE_COMMANDLINE_CLI11_PARSE_H
