//===- HintForText.cpp - What a text may be that is refused ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HintForText.h"

#include "alcove/Base/Support/Nearest.h"

#include "mlir/IR/MLIRContext.h"

#include <fmt/format.h>

using namespace mlir;

/// Of other front ends.
static std::string hintForDialect(StringRef text) {
  if (text.contains("vhlo."))
    return "note: VHLO is not read here; `stablehlo-translate --deserialize` writes StableHLO, which `alcove plan` "
           "takes\n";
  for (StringRef other : {"onnx.", "torch.", "tf."})
    if (text.contains(("\"" + other).str()) || text.contains((" = " + other).str()))
      return "note: this is the output of a front end; `alcove plan` takes TTIR, which tt-mlir's front ends write, and "
             "`alcove opt --super-tiling-pipeline=\"memory-bytes=131072\"` takes linalg and TOSA\n";
  return "";
}

static std::string hintForPython(StringRef text) {
  StringRef start = text.ltrim();
  for (StringRef word : {"import ", "from ", "#!", "def ", "\"\"\""})
    if (start.starts_with(word))
      return "note: this looks like a program of Python; the module that it stands for is read: "
             "jax.jit(f).lower(x).as_text() is one\n";
  return "";
}

static std::string hintForCutOff(StringRef text) {
  size_t opened = text.count('{'), closed = text.count('}');
  return opened > closed
             ? fmt::format("note: {} of {} brackets {{ are not closed: is the file cut off?\n", opened - closed, opened)
             : "";
}

/// One that `name` is short for, as `mul` is for `multiply`, else the nearest.
static std::string nearestOp(StringRef name, ArrayRef<RegisteredOperationName> known) {
  auto nameOf = [](const RegisteredOperationName &each) { return each.getStringRef(); };
  for (const RegisteredOperationName &each : known)
    if (nameOf(each).starts_with(name))
      return nameOf(each).str();
  return alcove::nearestName(name, known, nameOf);
}

/// The op names that are written as `= stablehlo.x` or `"stablehlo.x"`.
static std::string hintForUnknownOp(StringRef text, const DialectRegistry &registry) {
  constexpr StringRef dialect = "stablehlo", prefix = "stablehlo.";
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.getOrLoadDialect(dialect);
  for (size_t at = text.find(prefix); at != StringRef::npos; at = text.find(prefix, at + 1)) {
    StringRef before = text.take_front(at);
    if (!before.ends_with("= ") && !before.ends_with("\""))
      continue;
    StringRef name = text.drop_front(at).take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (!RegisteredOperationName::lookup(name, &context))
      return fmt::format("note: there is no op '{}'; nearest: '{}'\n", name.str(),
                         nearestOp(name, context.getRegisteredOperationsByDialect(dialect)));
  }
  return "";
}

std::string alcove::hintForText(StringRef text, const DialectRegistry &registry) {
  for (auto hint : {hintForDialect, hintForPython, hintForCutOff})
    if (std::string found = hint(text); !found.empty())
      return found;
  return hintForUnknownOp(text, registry);
}
