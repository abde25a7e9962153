//===- FuzzMachine.cpp - Bytes as the file of a run time's machine --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Odd first byte: the other bytes are the file (.ttsys, .ttnn) that a flatbuffer takes schema hash and system from; even:
// they are a timeline whose durations a program is written with. Either is read or refused with a reason.
//
//===----------------------------------------------------------------------===//
#include "alcove/Emit/Flatbuffer/Flatbuffer.h"
#include "alcove/Emit/Python/Program.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/MLIRContext.h"

#include <cstdlib>

using namespace alcove;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  std::string bytes(reinterpret_cast<const char *>(data + 1), size - 1);
  if (data[0] % 2 == 0) {
    (void)emit::readDurations(bytes);
    return 0;
  }
  static auto *context = [] {
    auto *made = new mlir::MLIRContext(mlir::MLIRContext::Threading::DISABLED);
    made->loadDialect<ttcore::TTCoreDialect, ttnn::TTNNDialect>();
    return made;
  }();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(context));
  Result<std::string> written = emit::flatbufferOf(*module, {emit::flatbufferVersions().front(), bytes});
  if (!written.ok() && written.error().message.empty())
    std::abort();
  return 0;
}
