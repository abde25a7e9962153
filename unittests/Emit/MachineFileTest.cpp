//===- MachineFileTest.cpp - Files of a run time's machine ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Emit/Flatbuffer/Flatbuffer.h"

#include "mlir/IR/MLIRContext.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using ::testing::HasSubstr;

namespace {
std::string little(uint64_t value, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i)
    bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// A vtable whose last slot lies 4 bytes into its table, the others absent.
std::string vtable(int slots) {
  return little(4 + 2 * slots, 2) + little(8, 2) + std::string(2 * (slots - 1), '\0') + little(4, 2);
}

/// A binary whose system has `chips` chips, which all name one list of `types` data types.
std::string binary(int chips, int types) {
  std::string root = vtable(4) + little(12, 4), system = vtable(2) + little(8, 4), shared = vtable(14);
  size_t rootAt = 12 + 12, systemAt = rootAt + 8 + 8, listAt = systemAt + 8, chipsAt = listAt + 4 + 4 * chips + 32;
  size_t typesAt = chipsAt + 8 * static_cast<size_t>(chips);
  std::string body = little(rootAt - 4, 4) + "TTNN" + root + little(systemAt - (rootAt + 4), 4) + system +
                     little(4, 4) + little(chips, 4);
  for (int c = 0; c < chips; ++c)
    body += little(chipsAt + 8 * c - (listAt + 4 + 4 * c), 4);
  body += shared;
  for (int c = 0; c < chips; ++c)
    body += little(32 + 8 * c, 4) + little(typesAt - (chipsAt + 8 * c + 4), 4);
  body += little(types, 4) + std::string(2 * types, '\0');
  return little(body.size(), 4) + body;
}

std::string refusal(const std::string &machine) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  return emit::flatbufferOf(*module, {emit::flatbufferVersions().front(), machine}).error().message;
}
} // namespace

// 20 KB, read as written out a list of 8 million.
TEST(MachineFile, AListThatManyTablesNameIsNoTreeOfAnySize) {
  EXPECT_THAT(refusal(binary(1, 10)), HasSubstr("has no system description or no schema hash"));
  EXPECT_THAT(refusal(binary(1000, 8000)), HasSubstr("lies over what was read before"));
}
