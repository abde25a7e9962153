//===- FuzzModuleEdits.cpp - libFuzzer over programs with changed numbers ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first two bytes draw a program of TTIR, which is compiled (odd) or left as it is; the others change numbers of its
// text. What reads is planned (TTNN: again) or refused, and nothing that is refused is called a bug of ours.
//
//===----------------------------------------------------------------------===//
#include "PipelineRunner.h"
#include "alcove/Base/Support/InputText.h"
#include "testing/Ops/RandomGraph.h"
#include "testing/Plan/EditedText.h"

#include <cstdio>
#include <cstdlib>

using namespace alcove::testing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 6)
    return 0;
  Decisions decisions(data[0] * 256u + data[1] + 1);
  std::string text = randomTTIR(decisions, 6), pipeline = "ttir-to-ttnn-backend-pipeline{optimization-level=2}";
  if (data[0] % 2 == 1) {
    if (!compile(text, "optimization-level=2", &text).empty())
      return 0;
    pipeline = "ttnn-to-ttnn{}";
  }
  text = editedText(text, data + 2, size - 2);
  if (!alcove::checkInputText(text, "input"))
    return 0;
  std::string errors = runPipeline(text, pipeline);
  if (errors.find("policy bug") == std::string::npos && errors.find("a bug:") == std::string::npos)
    return 0;
  std::fprintf(stderr, "%s\n%s", text.c_str(), errors.c_str());
  std::abort();
}
