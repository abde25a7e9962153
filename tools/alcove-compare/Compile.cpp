//===- Compile.cpp - The summary of a model, by alcove-opt ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compile.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace alcove;

/// Beside this program, else wherever PATH finds it.
static std::string compiler() {
  std::error_code unknown;
  std::filesystem::path beside = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path() / "alcove-opt";
  return std::filesystem::exists(beside, unknown) ? beside.string() : "alcove-opt";
}

/// Everything that comes out of `descriptor`, which is closed.
static std::string drain(int descriptor) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  ssize_t count;
  while ((count = read(descriptor, buffer.data(), buffer.size())) > 0 || (count < 0 && errno == EINTR))
    text.append(buffer.data(), count > 0 ? static_cast<size_t>(count) : 0);
  close(descriptor);
  return text;
}

Result<std::string> compare_tool::summaryOf(const std::string &model, const std::string &options, bool again) {
  std::string program = compiler();
  std::string pipeline = fmt::format("--{}={} model-file=\"{}\" summary-json=/dev/stdout",
                                     again ? "ttnn-to-ttnn" : "ttir-to-ttnn-backend-pipeline", options,
                                     std::filesystem::path(model).filename().string());
  // Models of StableHLO and TOSA become TTIR first; others pass by.
  std::vector<std::string> words = {program, pipeline, model, "-o", "/dev/null"};
  if (!again)
    words.insert(words.begin() + 1, {"--convert-stablehlo-to-ttir", "--convert-tosa-to-ttir"});
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return Error{fmt::format("no pipe: {}", std::strerror(errno))};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  int failed = posix_spawnp(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    return Error{fmt::format("cannot run {}: {}", program, std::strerror(failed))};
  }
  std::string text = drain(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return Error{fmt::format("alcove-opt does not compile '{}' with '{}'", model, options)};
  return text;
}
