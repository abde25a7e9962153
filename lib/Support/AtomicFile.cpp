//===- AtomicFile.cpp - Whole files in, whole files out -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Support/AtomicFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace alcove {

static Error systemError(const char *what, const std::string &path) {
  return Error{fmt::format("{}: cannot {}: {}", path, what, std::strerror(errno))};
}

static bool writeAll(int fd, std::string_view contents) {
  while (!contents.empty()) {
    ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    contents.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

Status writeFileAtomically(const std::string &path, std::string_view contents) {
  if (path == "-") {
    std::fflush(stdout);
    return writeAll(STDOUT_FILENO, contents) ? Status() : Status(systemError("write", "standard output"));
  }
  std::string temporary = path + ".XXXXXX.tmp";
  int fd = ::mkstemps(temporary.data(), 4);
  if (fd < 0)
    return systemError("create a temporary file for", path);
  // mkstemps makes 0600; give the mode an ordinary create would have given.
  mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, 0666 & ~mask);
  bool good = writeAll(fd, contents);
  good = (::close(fd) == 0) && good;
  if (good && ::rename(temporary.c_str(), path.c_str()) == 0)
    return Status();
  Error error = systemError("write", path);
  ::unlink(temporary.c_str());
  return error;
}

Result<std::string> readFile(const std::string &path, size_t maxBytes) {
  std::FILE *file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (!file)
    return systemError("open", path);
  std::string contents;
  char buffer[1 << 16];
  size_t count;
  while ((count = std::fread(buffer, 1, sizeof buffer, file)) > 0 && contents.size() <= maxBytes)
    contents.append(buffer, count);
  bool failed = std::ferror(file);
  Error error = systemError("read", path);
  if (file != stdin)
    std::fclose(file);
  if (failed)
    return error;
  if (contents.size() > maxBytes)
    return Error{fmt::format("{}: larger than the limit of {} bytes", path, maxBytes)};
  return contents;
}

} // namespace alcove
