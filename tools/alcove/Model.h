//===- Model.h - Subcommands that compile one model ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_MODEL_H
#define ALCOVE_TOOLS_ALCOVE_MODEL_H

#include "Programs.h"

#include "alcove/Base/Support/Result.h"

namespace alcove::front {

/// The command line of alcove-opt that `alcove plan|explain|report|build ARGUMENTS...` stands for:
///
///   plan m.mlir --device=p150    alcove-opt --ttir-to-ttnn-backend-pipeline=optimization-level=2
///                                mock-system-desc-arch=p150 summary=true m.mlir -o /dev/null
///
/// `--NAME=VALUE` is an option of the pipeline; without one the level is 2, the card the
/// smallest of Wormhole for the model's mesh, and the summary is printed.
/// `ttnn`: the model is TTNN, and planned again. An error says what to write instead.
Result<Words> compilation(const std::string &subcommand, const Words &arguments, bool ttnn);

/// TTNN and no TTIR: already lowered. What cannot be read is left to alcove-opt, which says why.
bool isTTNN(const std::string &path);

/// Options of a subcommand with their values, in order, and all other words.
struct OwnOptions {
  std::vector<std::pair<std::string, std::string>> values;
  Words others;
};

/// The value behind the option `words[at]`; `at` is its place then. An error where there is none, or another option.
Result<std::string> takeValue(const Words &words, size_t &at);

/// `own`: names with their dashes, each with a value behind it or behind `=`. An error names one that has none.
Result<OwnOptions> takeOptions(const Words &arguments, std::initializer_list<std::string_view> own);

/// The one argument that names a file; empty when there is none.
std::string modelOf(const Words &arguments);
/// What is wrong with options of the pipeline, where a command wants a model that it does not find.
Status checkLine(const Words &arguments);

/// Whether `alcove explain ARGUMENTS...` names an op beside the model, or a file to write: then nothing else is run.
bool asksForOneOp(const Words &arguments);

/// plan, explain or report. `arguments` are the words behind the subcommand.
int runModelCommand(const std::string &subcommand, const Words &arguments);

/// The options of the pipeline, one screen after another.
int listPipelineOptions();

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_MODEL_H
