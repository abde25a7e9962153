//===- FuzzLinalg.cpp - libFuzzer over linalg programs --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Odd first byte: numbers of a random program's text are changed; even: the bytes are the text. What reads is tiled and
// judged, or refused.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "alcove/Base/Support/InputText.h"
#include "testing/Plan/EditedText.h"
#include "testing/SuperTiling/RandomProgram.h"

#include <cstdio>
#include <cstdlib>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3)
    return 0;
  std::string text(reinterpret_cast<const char *>(data + 2), size - 2);
  if (data[0] % 2 == 1)
    text = alcove::testing::editedText(randomProgram(data[1]).text(), data + 2, size - 2);
  if (!checkInputText(text, "input"))
    return 0;
  mlir::ScopedDiagnosticHandler quiet(&context(), [](mlir::Diagnostic &) { return mlir::success(); });
  Outcome outcome = checkProgram(text, Bytes(256) << data[0] % 16, PlanMode::Planned, false);
  if (outcome.kind != Outcome::Failed ||
      (outcome.message.find("judge:") == std::string::npos && outcome.message != "invalid IR"))
    return 0;
  std::fprintf(stderr, "%s\n%s\n", text.c_str(), outcome.message.c_str());
  std::abort();
}
