//===- PipelineOptions.cpp - Options of the pipeline on a command line ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PipelineOptions.h"

#include "Programs.h"

#include "alcove/Base/Support/Nearest.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace alcove;
using namespace alcove::front;

/// The first line of an error, without who says it.
static std::string_view reasonIn(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  size_t at = text.find("error: ");
  return at == std::string_view::npos ? text : text.substr(at + std::string_view("error: ").size());
}

Result<std::string> front::pipelineHelp() {
  Outcome all = runToEnd({"alcove-opt", "--help-all"});
  size_t begin = all.output.find("--ttir-to-ttnn-backend-pipeline"),
         end = all.output.find("--ttir-to-ttnn-common-pipeline", begin + 1);
  if (all.exitCode != 0 || begin == std::string::npos || end == std::string::npos)
    return Error{fmt::format("the options of the pipeline cannot be listed: {}", reasonIn(all.output))};
  return all.output.substr(begin, end - begin);
}

/// `--name=<type>   - text` or `=choice   - text` without its blanks in front; false for the lines that go on.
static bool readHelpLine(std::string_view line, PipelineOptions &options, std::string &last) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  std::string_view word = line.substr(0, line.find_first_of(" \n"));
  if (word.starts_with("=") && !last.empty()) {
    options[last].choices.emplace_back(word.substr(1));
    return true;
  }
  if (!word.starts_with("--"))
    return false;
  size_t equals = word.find("=<");
  last = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
  PipelineOption &option = options[last];
  if (equals != std::string_view::npos)
    option.type = word.substr(equals + 2, word.find('>') - equals - 2);
  return true;
}

PipelineOptions front::readPipelineOptions(std::string_view help, const std::vector<std::string> &extra) {
  PipelineOptions options;
  std::string last;
  // The first line is the pipeline's own name.
  for (size_t begin = help.find('\n'); begin != std::string_view::npos; begin = help.find('\n', begin + 1))
    readHelpLine(help.substr(begin + 1, help.find('\n', begin + 1) - begin - 1), options, last);
  for (const std::string &name : extra)
    options.emplace(name, PipelineOption{"string", {}});
  return options;
}

Result<const PipelineOption *> front::findOption(const PipelineOptions &options, const std::string &name) {
  if (auto found = options.find(name); found != options.end())
    return &found->second;
  std::string nearest = nearestName(name, options, [](const auto &each) -> const std::string & { return each.first; });
  return Error{fmt::format("unknown option --{}{}{}; `alcove plan --help-all` lists them", name,
                           nearest.empty() ? "" : "; nearest: --", nearest)};
}

/// Whether all of `value` is a number of the C++ type `Number`.
template <typename Number>
static bool isNumber(const std::string &value) {
  Number number;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() && end == value.data() + value.size();
}

Status front::checkValue(const PipelineOption &option, const std::string &name, const std::string &value) {
  auto expected = [&](const std::string &what) {
    return Error{fmt::format("--{}={}: {} is expected; `alcove plan --help-all` lists every option and its values",
                             name, value, what)};
  };
  auto isOneOf = [&](const std::vector<std::string> &words) { return std::ranges::find(words, value) != words.end(); };
  if (option.type.empty() && !isOneOf({"true", "false", "TRUE", "FALSE", "True", "False", "1", "0"}))
    return expected("true or false");
  bool isList = value.find(',') != std::string::npos; // the pipeline's parser judges lists
  if (option.type == "long" && !isList && !isNumber<int64_t>(value))
    return expected("a whole number such as 1000000, without a unit");
  if (option.type == "number" && !isNumber<double>(value))
    return expected("a number such as 0.9");
  if (!option.choices.empty() && !isOneOf(option.choices))
    return expected(fmt::format("one of {}", fmt::join(option.choices, ", ")));
  return {};
}
