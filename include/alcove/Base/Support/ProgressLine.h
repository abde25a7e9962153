//===- ProgressLine.h - What a program is doing, on a terminal --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_PROGRESSLINE_H
#define ALCOVE_BASE_SUPPORT_PROGRESSLINE_H

#include <memory>
#include <string>

namespace alcove {

/// From two seconds on one line on standard error, `alcove-opt: 3 s, ttnn-optimizer`, twice a second in place of
/// itself; none where standard error is no terminal. It goes when this object does. What else is written there
/// overwrites it.
class ProgressLine {
public:
  explicit ProgressLine(std::string program);
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// What is being done from now on. From any thread.
  void set(std::string what);

private:
  struct Shown;
  std::unique_ptr<Shown> shown; ///< null without a terminal
};

/// Ctrl-C ends the program with one line that says what became of its output, `text`, which must outlive it; the exit
/// status is that of the signal (130 in a shell). Without effect where the signal was ignored before.
void sayOnInterrupt(const char *text);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_PROGRESSLINE_H
