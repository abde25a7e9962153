//===- ResizePass.cpp - ttir-resize-dims ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ResizeDims.h"

#include "alcove/Mesh/Passes.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/BuiltinOps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::meshsplit {
#define GEN_PASS_DEF_TTIRRESIZEDIMS
#include "alcove/Mesh/Passes.h.inc"
} // namespace alcove::meshsplit

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;

namespace {

struct ResizeDims : meshsplit::impl::TTIRResizeDimsBase<ResizeDims> {
  using TTIRResizeDimsBase::TTIRResizeDimsBase;

  void runOnOperation() override {
    if (Status status = run(); !status.ok()) {
      getOperation().emitError(status.error().message);
      signalPassFailure();
    }
  }

private:
  Status run() {
    SmallVector<func::FuncOp> functions;
    getOperation().walk([&](func::FuncOp function) { functions.push_back(function); });
    if (functions.size() != 1)
      return Error{fmt::format("dims change a module of one function; this one has {}", functions.size())};
    ALCOVE_ASSIGN_OR_RETURN(std::vector<NewExtent> extents, parseExtents(dims, functions[0], wherePresent));
    ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> changes, resizeDims(functions[0], extents, !onlyPrint));
    if (printChanges || onlyPrint)
      fmt::print(stderr, "resized: {}\n", fmt::join(changes, ","));
    return {};
  }
};

} // namespace
