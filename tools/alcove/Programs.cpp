//===- Programs.cpp - The programs beside this one ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Programs.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace alcove;

std::filesystem::path front::programFolder() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
}

static std::vector<char *> pointersTo(front::Words &words) {
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

int front::become(const Words &words) {
  Words copy = words;
  std::string path = (programFolder() / words[0]).string();
  execv(path.c_str(), pointersTo(copy).data());
  std::fprintf(stderr, "alcove: error: cannot run %s: %s; `alcove doctor` says what is missing\n", path.c_str(),
               std::strerror(errno));
  return 1;
}

/// The program that runs, and the signal that asked this one to end; for the handler.
static volatile std::sig_atomic_t running = 0, endedBy = 0;

extern "C" {
static void handOn(int signal) {
  endedBy = signal;
  if (running > 0)
    kill(static_cast<pid_t>(running), signal);
}
}

int front::interrupted() { return endedBy == 0 ? 0 : 128 + endedBy; }

front::ScratchFolder::ScratchFolder(const std::string &purpose) {
  struct sigaction action = {};
  action.sa_handler = handOn;
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaction(signal, &action, nullptr);
  std::error_code missing;
  std::filesystem::path parent = std::filesystem::temp_directory_path(missing);
  std::string name = (parent / ("alcove-" + purpose + "-XXXXXX")).string();
  if (missing || !mkdtemp(name.data())) {
    std::fprintf(stderr, "alcove %s: error: no temporary folder can be made (%s): set TMPDIR to a folder to write in\n",
                 purpose.c_str(), missing ? missing.message().c_str() : std::strerror(errno));
    std::exit(1);
  }
  folder = name;
}

front::ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

/// Waits for a child; its exit status, or 128 and the signal that ended it.
static int statusOf(pid_t child) {
  int status = 0;
  running = child;
  if (endedBy != 0)
    kill(child, endedBy);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int front::runThrough(const Words &words) {
  pid_t child = fork();
  if (child == 0)
    _exit(become(words));
  return child < 0 ? 1 : statusOf(child);
}

front::Outcome front::runToEnd(const Words &words, const std::string &input) {
  Outcome outcome;
  if (interrupted() != 0) {
    outcome.exitCode = interrupted();
    return outcome;
  }
  std::FILE *in = std::tmpfile();
  int ends[2];
  if (!in || pipe2(ends, O_CLOEXEC) != 0)
    return outcome;
  std::fwrite(input.data(), 1, input.size(), in);
  std::rewind(in);
  pid_t child = fork();
  if (child == 0) {
    dup2(fileno(in), STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    _exit(become(words));
  }
  close(ends[1]);
  running = child;
  char buffer[1 << 14];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0 || (count < 0 && errno == EINTR);)
    outcome.output.append(buffer, count > 0 ? static_cast<size_t>(count) : 0);
  close(ends[0]);
  std::fclose(in);
  if (child > 0)
    outcome.exitCode = statusOf(child);
  return outcome;
}

int front::wrongLine(const std::string &subcommand, const std::string &message) {
  std::fprintf(stderr, "alcove %s: error: %s\n", subcommand.c_str(), message.c_str());
  return 2;
}
