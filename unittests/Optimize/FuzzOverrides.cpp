//===- FuzzOverrides.cpp - Bytes as texts of overrides --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the text is, it is read or refused with a reason, and what is read is fitted to a device and an op.
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Optimize/Layouts/Overrides.h"

#include "mlir/IR/MLIRContext.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::layouts;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  Result<std::map<std::string, LayoutOverride>> layouts = parseLayoutOverrides(text);
  if (!layouts.ok() && layouts.error().message.empty())
    std::abort();
  if (layouts.ok())
    for (const auto &[name, layout] : *layouts)
      (void)checkOverrideFits(layout, {8, 8});
  if (Result<std::map<std::string, Conv2dOverride>> configs = parseConv2dOverrides(text); configs.ok()) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    context.loadDialect<ttcore::TTCoreDialect, ttnn::TTNNDialect>();
    for (const auto &[name, fields] : *configs)
      (void)applyConv2dOverride(&context, {}, fields);
  }
  (void)parseMemReconfigs(text);
  return 0;
}
