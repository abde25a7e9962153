//===- FuzzNpy.cpp - Bytes as a NumPy file --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read is as large as its shape says, and comes back with the same bytes as it is written.
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Npy.h"

#include <cstdlib>

using namespace alcove;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<reference::Tensor> tensor = reference::readNpy({reinterpret_cast<const char *>(data), size});
  if (!tensor.ok()) {
    if (tensor.error().message.empty())
      std::abort();
    return 0;
  }
  std::string written = reference::writeNpy(*tensor);
  Result<reference::Tensor> again = reference::readNpy(written);
  if (!again.ok() || again->shape() != tensor->shape() || reference::writeNpy(*again) != written)
    std::abort();
  return 0;
}
