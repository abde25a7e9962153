//===- FuzzStableHLOText.cpp - libFuzzer over texts of programs -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../ProgramRunner.h"

#include "alcove/Base/Support/InputText.h"
#include "alcove/Ops/Dialect/StableHLO/NewerText.h"

using namespace alcove::testing;

/// A text is refused or read; what is read is converted or refused. Nothing ends by a signal.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  if (!alcove::checkInputText(text, "input"))
    return 0;
  if (std::optional<std::string> packed = alcove::stablehlo::packBooleans(text))
    text = *packed;
  Reader reader;
  auto module = reader.read(text);
  if (!module)
    return 0;
  std::string printed;
  llvm::raw_string_ostream(printed) << *module;
  (void)reader.converts(*module);
  return 0;
}
