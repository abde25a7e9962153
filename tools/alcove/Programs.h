//===- Programs.h - The programs beside this one ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_PROGRAMS_H
#define ALCOVE_TOOLS_ALCOVE_PROGRAMS_H

#include <filesystem>
#include <string>
#include <vector>

namespace alcove::front {

using Words = std::vector<std::string>;

/// The folder of this program; the others lie beside it wherever it was installed.
std::filesystem::path programFolder();

/// Becomes `words[0]` of programFolder() with the other words as arguments. Returns 1 after an error that was printed:
/// the program is not there.
int become(const Words &words);

/// Runs it with this program's streams, and waits; its exit status.
int runThrough(const Words &words);

struct Outcome {
  int exitCode = 1;
  std::string output; ///< standard output and error, as they came; or why the program could not be started
};

/// Runs a program of programFolder(), or of the absolute path `words[0]`, to its end. Its standard input is `input`.
Outcome runToEnd(const Words &words, const std::string &input = "");

/// 128 and the signal that asked this program to end while it had a ScratchFolder; 0 without one.
int interrupted();

/// A folder of temporary files that goes with its object, also where a signal ends the run (SIGINT, SIGTERM, SIGHUP): the
/// signal is handed on to the program that runs, and whatever would run after it ends at once, with 128 and the signal.
class ScratchFolder {
public:
  /// `/tmp/alcove-PURPOSE-…`, of this user alone. Where none can be made the program ends with an error that says why.
  explicit ScratchFolder(const std::string &purpose);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }
  std::string file(const std::string &name) const { return (folder / name).string(); }

private:
  std::filesystem::path folder;
};

/// Prints "alcove NAME: error: MESSAGE" and returns 2, a wrong command line.
int wrongLine(const std::string &subcommand, const std::string &message);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_PROGRAMS_H
