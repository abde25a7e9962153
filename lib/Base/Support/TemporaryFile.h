//===- TemporaryFile.h - A file that replaces another or goes away -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_BASE_SUPPORT_TEMPORARYFILE_H
#define ALCOVE_LIB_BASE_SUPPORT_TEMPORARYFILE_H

#include <string>
#include <sys/types.h>

namespace alcove {

/// A new file of its own name in a directory, until it is renamed. There is one at a time in a process (others wait):
/// the signal handler that removes it needs its name in one fixed place.
class TemporaryFile {
public:
  /// `mode` is what open takes: the process's mask applies. `good` says whether it exists; if not, errno says why.
  TemporaryFile(const std::string &directory, mode_t mode);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  bool good() const { return fd >= 0; }
  int descriptor() const { return fd; }
  /// Closes it and gives it the name `path`; false with errno.
  bool renameTo(const std::string &path);

private:
  int fd = -1;
};

} // namespace alcove

#endif // ALCOVE_LIB_BASE_SUPPORT_TEMPORARYFILE_H
