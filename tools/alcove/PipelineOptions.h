//===- PipelineOptions.h - Options of the pipeline on a command line -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_PIPELINEOPTIONS_H
#define ALCOVE_TOOLS_ALCOVE_PIPELINEOPTIONS_H

#include "alcove/Base/Support/Result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::front {

/// One option of --ttir-to-ttnn-backend-pipeline, as `alcove-opt --help-all` lists it.
struct PipelineOption {
  std::string type;                 ///< `string`, `long`, `number`, `value` (one of `choices`), or empty: true or false
  std::vector<std::string> choices; ///< of a `value`
};

/// By name, without dashes.
using PipelineOptions = std::map<std::string, PipelineOption>;

/// The part of `alcove-opt --help-all` that lists the options of the pipeline, for people.
Result<std::string> pipelineHelp();

/// Reads pipelineHelp(), and adds what the subcommands themselves take: `extra`, all of them texts.
PipelineOptions readPipelineOptions(std::string_view help, const std::vector<std::string> &extra);

/// The option of this name, or an error that names the nearest.
Result<const PipelineOption *> findOption(const PipelineOptions &options, const std::string &name);

/// Whether `value` is one of the option's type: numbers are decimal, true and false are words.
Status checkValue(const PipelineOption &option, const std::string &name, const std::string &value);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_PIPELINEOPTIONS_H
