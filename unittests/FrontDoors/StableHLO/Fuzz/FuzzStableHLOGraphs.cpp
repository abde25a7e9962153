//===- FuzzStableHLOGraphs.cpp - libFuzzer over random programs -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../ProgramRunner.h"
#include "testing/Ops/RandomStableHLO.h"

#include <cstdio>
#include <cstdlib>

using namespace alcove::testing;

/// The program in f64: where terms of a sum cancel, what f32 leaves of it is rounding.
static std::string inF64(std::string text) {
  const std::pair<llvm::StringRef, llvm::StringRef> spellings[] = {
      {"f32", "f64"}, {"0xFF800000", "0xFFF0000000000000"}, {"0x7F800000", "0x7FF0000000000000"}};
  for (auto [narrow, wide] : spellings)
    for (size_t at = 0; (at = text.find(narrow, at)) != std::string::npos; at += wide.size())
      text.replace(at, narrow.size(), wide);
  return text;
}

/// Legal programs are read, and compute the same as StableHLO and as TTIR: in f32, or else in f64.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Decisions decisions(data, size);
  std::string text = randomStableHLO(decisions, 10);
  Reader reader;
  for (const std::string &program : {text, inF64(text)})
    if (auto module = reader.read(program); module && reader.executesEqually(*module))
      return 0;
  std::fprintf(stderr, "%s\n%s", text.c_str(), reader.errors.c_str());
  std::abort();
}
