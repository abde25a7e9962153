//===- OutputDirectory.h - Several files that belong together ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_OUTPUTDIRECTORY_H
#define ALCOVE_BASE_SUPPORT_OUTPUTDIRECTORY_H

#include "alcove/Base/Support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace alcove {

struct OutputFile {
  std::string name, contents;
};

/// Makes `path` a directory of exactly these files, readers see all or none: they are written into a directory beside
/// it, `.alcove-<pid>.tmp`, which then takes its name. An empty directory is replaced; so is one that was written here
/// before, which is one with no other names in it and a file `files[0].name` that begins as the new one does, for
/// `signature` bytes. Anything else that lies there is an error, and nothing changes. A signal within the write may
/// leave the directory beside it.
Status writeDirectoryAtomically(const std::string &path, const std::vector<OutputFile> &files, size_t signature);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_OUTPUTDIRECTORY_H
