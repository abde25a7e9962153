//===- EmbeddedDevices.h - Texts of devices/, compiled in ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_DEVICE_SYSTEM_EMBEDDEDDEVICES_H
#define ALCOVE_LIB_DEVICE_SYSTEM_EMBEDDEDDEVICES_H

#include <span>
#include <string_view>

namespace alcove::device {

struct EmbeddedFile {
  std::string_view name; ///< file name without `.json`
  std::string_view text;
};

/// devices/*.json and devices/constants/*.json, sorted by name. Defined in a file that
/// cmake/EmbedDevices.cmake writes at build time.
std::span<const EmbeddedFile> embeddedDevices();
std::span<const EmbeddedFile> embeddedConstants();

} // namespace alcove::device

#endif // ALCOVE_LIB_DEVICE_SYSTEM_EMBEDDEDDEVICES_H
