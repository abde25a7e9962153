//===- OutputDirectory.cpp - Several files that belong together -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/OutputDirectory.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace alcove;

static Error failure(const std::string &path, const std::string &what) { return {fmt::format("{}: {}", path, what)}; }

/// Whether what lies at `path` may go: nothing, an empty directory, or one of ours.
static Status checkReplaceable(const fs::path &path, const std::vector<OutputFile> &files, size_t signature) {
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    return error && error != std::errc::no_such_file_or_directory ? Status(failure(path, error.message())) : Status();
  if (!fs::is_directory(status))
    return failure(path, "is not a directory");
  bool empty = true;
  for (const fs::directory_entry &entry : fs::directory_iterator(path, error)) {
    empty = false;
    std::string name = entry.path().filename();
    if (std::none_of(files.begin(), files.end(), [&](const OutputFile &file) { return file.name == name; }))
      return failure(path, fmt::format("holds '{}', which is not of a report; give a new or an empty directory", name));
  }
  if (error)
    return failure(path, error.message());
  if (empty)
    return Status();
  Result<std::string> first = readFile(path / files[0].name, size_t(1) << 20);
  if (!first || first->substr(0, signature) != files[0].contents.substr(0, signature))
    return failure(path, "was not written by this program; give a new or an empty directory");
  return Status();
}

namespace {
/// A directory that goes away unless it is renamed.
class TemporaryDirectory {
public:
  explicit TemporaryDirectory(fs::path path) : path(std::move(path)) {}
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  const fs::path path;
};
} // namespace

/// `from` takes the name `to`; what had it, a directory that may go, has the name `from` then.
static std::error_code exchange(const fs::path &from, const fs::path &to) {
  std::error_code error;
  if (!fs::exists(to) || fs::is_empty(to, error)) {
    fs::rename(from, to, error); // an empty directory gives way
    return error;
  }
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0)
    return {};
  return {errno, std::generic_category()};
}

Status alcove::writeDirectoryAtomically(const std::string &given, const std::vector<OutputFile> &files,
                                        size_t signature) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(given), error);
  if (error)
    return failure(given, error.message());
  if (!path.has_filename())
    path = path.parent_path(); // a/b/
  ALCOVE_RETURN_IF_ERROR(checkReplaceable(path, files, signature));
  fs::path beside = path.parent_path() / fmt::format(".alcove-{}.tmp", ::getpid());
  if (!fs::create_directory(beside, error))
    return failure(given, error ? error.message() : beside.string() + " is in the way");
  TemporaryDirectory fresh(beside);
  for (const OutputFile &file : files)
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(fresh.path / file.name, file.contents));
  if (std::error_code failed = exchange(fresh.path, path))
    return failure(given, failed.message());
  return Status();
}
