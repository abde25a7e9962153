//===- Build.cpp - A model as a program for the chip --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "Model.h"

#include "alcove/Base/Support/AtomicFile.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;

namespace {
struct Request {
  std::string folder, emit = "python", weights;
  Words emitter;  ///< options of alcove-emit
  Words planning; ///< the rest, for the pipeline
};

/// Whether `word` is `--name` or `--name=value`.
bool isOption(const std::string &word, const std::string &name) {
  return word == "--" + name || word.starts_with("--" + name + "=");
}

Result<Request> readRequest(const Words &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(OwnOptions options, takeOptions(arguments, {"-o", "--emit", "--weights", "--ttnn-version",
                                                                      "--ttsys", "--ttmlir-version"}));
  Request request;
  request.planning = std::move(options.others);
  for (const auto &[name, value] : options.values) {
    if (name == "-o")
      request.folder = value;
    else if (name == "--emit")
      request.emit = value;
    else if (name == "--weights")
      request.weights = value;
    else
      request.emitter.push_back(name + "=" + value);
  }
  if (request.folder.empty())
    return Error{"no folder is named: `alcove build MODEL -o DIRECTORY`"};
  if (request.emit != "python" && request.emit != "ttnn-mlir" && request.emit != "flatbuffer")
    return Error{fmt::format("--emit={}: programs are written as python, ttnn-mlir or flatbuffer", request.emit)};
  if (!request.weights.empty() && request.emit != "python")
    return Error{"--weights: only a program in Python has weights beside it"};
  return request;
}

/// Weights beside the program, under their own name: `weights/` is where it looks for them.
int placeWeights(const Request &request) {
  std::filesystem::path from = request.weights, to = std::filesystem::path(request.folder) / "weights";
  std::error_code error;
  std::filesystem::create_directories(to, error);
  bool isFolder = std::filesystem::is_directory(from, error);
  if (!error)
    std::filesystem::copy(from, isFolder ? to : to / from.filename(),
                          std::filesystem::copy_options::overwrite_existing | std::filesystem::copy_options::recursive,
                          error);
  if (error)
    fmt::print(stderr, "alcove build: error: --weights {}: {}\n", from.string(), error.message());
  return error ? 1 : 0;
}

/// Runs a program; what it said is shown when it failed.
int runQuietly(const Words &words) {
  Outcome outcome = runToEnd(words);
  if (outcome.exitCode != 0)
    std::fputs(outcome.output.c_str(), stderr);
  return outcome.exitCode;
}

/// Modelled times beside the planned module, unless the user wants them elsewhere.
std::filesystem::path timelineOf(const Request &request) {
  for (const std::string &word : request.planning)
    if (isOption(word, "timeline"))
      return word.substr(word.find('=') + 1);
  return std::filesystem::path(request.folder) / "timeline.json";
}

/// The module as the emitter takes it: planned with its options, or as it is when it is planned and no option is given.
Result<Words> planningOf(const Request &request, const std::string &planned) {
  Words arguments = request.planning;
  std::string model = modelOf(arguments);
  if (isTTNN(model) && arguments.size() == 1)
    return Words{"alcove-opt", model, "-o", planned, "--mlir-print-debuginfo"};
  arguments.insert(arguments.end(), {"-o", planned, "--timeline=" + timelineOf(request).string()});
  ALCOVE_ASSIGN_OR_RETURN(Words words, compilation("build", arguments, isTTNN(model)));
  words.emplace_back("--mlir-print-debuginfo"); // names of ops live in locations
  return words;
}
} // namespace

int front::runBuild(const Words &arguments) {
  for (const std::string &word : arguments)
    if (word == "--list-versions" || word == "--list-ops") {
      Words words{"alcove-emit", word};
      std::copy_if(arguments.begin(), arguments.end(), std::back_inserter(words),
                   [](const std::string &each) { return isOption(each, "emit"); });
      return become(words);
    }
  Result<Request> request = readRequest(arguments);
  if (!request)
    return wrongLine("build", request.error().message);
  std::filesystem::path folder = request->folder, planned = folder / "planned.mlir";
  Result<Words> planning = planningOf(*request, planned.string());
  if (!planning)
    return wrongLine("build", planning.error().message);
  std::error_code error;
  if (!request->weights.empty() && !std::filesystem::exists(request->weights, error))
    return wrongLine("build", fmt::format("--weights {}: there is no such file", request->weights));
  bool isNew = std::filesystem::create_directories(folder, error);
  if (error)
    return wrongLine("build", fmt::format("{}: {}", folder.string(), error.message()));
  std::filesystem::path timeline = timelineOf(*request);
  std::filesystem::remove(timeline, error);
  int status = runQuietly(*planning);
  if (status == 0 && request->emit != "ttnn-mlir") {
    Words words{"alcove-emit",
                planned.string(),
                "-o",
                folder.string(),
                "--emit=" + request->emit,
                "--model=" + std::filesystem::path(modelOf(request->planning)).stem().string()};
    if (std::filesystem::exists(timeline, error))
      words.push_back("--timeline=" + timeline.string());
    words.insert(words.end(), request->emitter.begin(), request->emitter.end());
    status = runQuietly(words);
  }
  if (status == 0 && !request->weights.empty())
    status = placeWeights(*request);
  if (status != 0) {
    std::filesystem::remove(planned, error);
    std::filesystem::remove(timeline, error);
    if (isNew)
      std::filesystem::remove(folder, error);
    return status;
  }
  fmt::print("{}\n", (request->emit == "python"       ? folder / "main.py"
                      : request->emit == "flatbuffer" ? folder / "program.ttnn"
                                                      : planned)
                         .string());
  return 0;
}
