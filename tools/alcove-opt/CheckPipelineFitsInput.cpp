//===- CheckPipelineFitsInput.cpp - A program given to another program's passes --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckPipelineFitsInput.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace {
enum class Kind { None, TTIR, TTNN, Linalg, StableHLO };

struct Door {
  const char *name, *command;
};

Door doorOf(Kind kind) {
  switch (kind) {
  case Kind::TTIR:
    return {"TTIR", "--ttir-to-ttnn-backend-pipeline=\"optimization-level=2\" (or `alcove plan`)"};
  case Kind::TTNN:
    return {"TTNN", "--ttnn-to-ttnn (or `alcove plan`)"};
  case Kind::Linalg:
    return {"linalg and TOSA", "--super-tiling-pipeline=\"memory-bytes=131072\" (or, for TOSA, `alcove plan`)"};
  case Kind::StableHLO:
    return {"StableHLO", "--convert-stablehlo-to-ttir and then those passes (or `alcove plan`)"};
  case Kind::None:
    break;
  }
  return {"", ""};
}

Kind kindOf(Operation *op) {
  return llvm::StringSwitch<Kind>(op->getName().getDialectNamespace())
      .Case("ttir", Kind::TTIR)
      .Case("ttnn", Kind::TTNN)
      .Cases({"linalg", "tosa"}, Kind::Linalg)
      .Cases({"stablehlo", "chlo", "mhlo"}, Kind::StableHLO)
      .Default(Kind::None);
}

/// These plan and judge for a device, and leave a module without one as it is.
constexpr const char *devicePasses[] = {"ttnn-optimizer", "ttnn-verify-memory",
                                        "ttnn-operation-validation-and-fallback"};

bool needsDevice(StringRef pipeline) {
  return llvm::any_of(devicePasses, [&](const char *pass) { return pipeline.contains(pass); });
}

/// What the passes were written for; None: for anything.
Kind wantedBy(StringRef pipeline) {
  if (pipeline.contains("convert-ttir-to-ttnn"))
    return Kind::TTIR;
  for (const char *pass : {"ttnn-take-back-plan", "ttnn-decompose-layouts", "ttnn-deallocate"})
    if (pipeline.contains(pass))
      return Kind::TTNN;
  if (needsDevice(pipeline))
    return Kind::TTNN;
  return pipeline.contains("super-tiling{") || pipeline.contains("super-tiling)") ? Kind::Linalg : Kind::None;
}
} // namespace

/// Whether there is something to plan: a function with a body.
static bool hasProgram(Operation *module) {
  WalkResult walked = module->walk([](FunctionOpInterface function) {
    return function.isExternal() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walked.wasInterrupted();
}

LogicalResult alcove::checkPipelineFitsInput(Operation *module, StringRef pipeline) {
  Kind wanted = wantedBy(pipeline);
  if (wanted == Kind::None)
    return success();
  // IO-15
  if (!hasProgram(module))
    return module->emitError("IO-15: the module has no function with a body: there is nothing to plan in it");
  bool converts = pipeline.contains("convert-stablehlo-to-");
  bool convertsTosa = pipeline.contains("convert-tosa-to-ttir");
  Operation *first = nullptr; // of another kind
  bool fits = false, device = !needsDevice(pipeline) || pipeline.contains("register-device");
  module->walk([&](Operation *op) {
    Kind kind = kindOf(op);
    fits |= kind == wanted || (converts && kind == Kind::StableHLO) ||
            (convertsTosa && op->getName().getDialectNamespace() == "tosa");
    device |= op->hasAttr("ttcore.system_desc");
    if (!first && kind != Kind::None && kind != wanted)
      first = op;
  });
  if (first && !fits) {
    Kind found = kindOf(first);
    return first->emitError("IO-11: these passes take ")
           << doorOf(wanted).name << ", and the module has none of it but " << doorOf(found).name
           << "; for that: alcove-opt " << doorOf(found).command;
  }
  if (wanted == Kind::TTNN && fits && !device)
    return module->emitError("IO-11: this TTNN module names no device (ttcore.system_desc), and these passes would do "
                             "nothing in it; one that gives it a device, plans and judges it: alcove-opt ")
           << doorOf(Kind::TTNN).command;
  return success();
}
