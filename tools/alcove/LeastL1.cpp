//===- LeastL1.cpp - With how much L1 does a model run? -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LeastL1.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;

static size_t pipelineOf(const Words &words) {
  return static_cast<size_t>(std::find_if(words.begin(), words.end(),
                                          [](const std::string &word) {
                                            return word.starts_with("--ttir-to-ttnn-backend-pipeline=") ||
                                                   word.starts_with("--ttnn-to-ttnn=");
                                          }) -
                             words.begin());
}

std::string front::pipelineOption(const Words &words, const std::string &name) {
  size_t at = pipelineOf(words);
  if (at == words.size())
    return "";
  std::string text = " " + words[at].substr(words[at].find('=') + 1);
  size_t begin = text.find(" " + name + "=");
  if (begin == std::string::npos)
    return "";
  begin += name.size() + 2;
  return text.substr(begin, text.find(' ', begin) - begin);
}

/// The same model on the same device, every tensor in DRAM and nothing written; with as much L1, 0: all there is.
static bool runsWith(const Words &words, int64_t l1Bytes) {
  Words trial = words;
  std::string options = "optimization-level=1";
  for (const char *name : {"mock-system-desc-arch", "system-desc-path", "default-device", "cores", "mesh-shape",
                           "mesh-topology", "argument-types", "allow-unknown-ops"})
    if (std::string value = pipelineOption(words, name); !value.empty())
      options += fmt::format(" {}={}", name, value);
  if (l1Bytes > 0)
    options += fmt::format(" l1-bytes={}", l1Bytes);
  std::string &pipeline = trial[pipelineOf(trial)];
  pipeline = pipeline.substr(0, pipeline.find('=') + 1) + options;
  trial.back() = "/dev/null"; // behind -o
  return runToEnd(trial).exitCode == 0;
}

int front::runWithLessL1(const Words &words) {
  int status = runThrough(words);
  int64_t given = std::strtoll(pipelineOption(words, "l1-bytes").c_str(), nullptr, 10);
  if (status == 0 || given <= 0 || runsWith(words, given) || !runsWith(words, 0))
    return status; // the L1 is not what it fails for
  constexpr int64_t step = 4096;
  int64_t low = given, high = 0;
  for (int64_t whole : {int64_t{1572864}, int64_t{1499136}, int64_t{1048576}}) // cores of the known chips
    if (high == 0 && whole > given && runsWith(words, whole))
      high = whole;
  if (high == 0)
    return status;
  while (high - low > step) {
    int64_t middle = (low + high) / 2 / step * step;
    middle = std::clamp(middle, low + 1, high - 1);
    (runsWith(words, middle) ? high : low) = middle;
  }
  std::fprintf(stderr,
               "alcove: note: with --l1-bytes=%lld and more this model runs, every tensor in DRAM; %lld is too little "
               "for one of its ops\n",
               static_cast<long long>(high), static_cast<long long>(low));
  return status;
}
