//===- TemporaryFile.cpp - A file that replaces another or goes away ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TemporaryFile.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <unistd.h>
#include <utility>

namespace alcove {
namespace {

constexpr int endingSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
constexpr size_t numSignals = sizeof endingSignals / sizeof *endingSignals;

// What the handler reads. It may run in any thread at any moment, hence no lock and no string.
std::mutex oneAtATime;
char name[PATH_MAX];
std::atomic<bool> named = false;
static_assert(std::atomic<bool>::is_always_lock_free);
struct sigaction previous[numSignals];

/// Removes the file, then lets the signal do what it would have done without us.
extern "C" void removeTemporaryFile(int signal) {
  int saved = errno;
  if (named.load())
    ::unlink(name);
  for (size_t i = 0; i < numSignals; ++i)
    if (endingSignals[i] == signal)
      ::sigaction(signal, &previous[i], nullptr);
  ::raise(signal); // blocked until this handler returns
  errno = saved;
}

void watchSignals() {
  struct sigaction action{};
  action.sa_handler = removeTemporaryFile;
  ::sigfillset(&action.sa_mask);
  for (size_t i = 0; i < numSignals; ++i) {
    ::sigaction(endingSignals[i], nullptr, &previous[i]);
    if (previous[i].sa_handler != SIG_IGN) // what is ignored stays so, as under nohup
      ::sigaction(endingSignals[i], &action, nullptr);
  }
}

void forgetSignals() {
  for (size_t i = 0; i < numSignals; ++i)
    ::sigaction(endingSignals[i], &previous[i], nullptr);
}

/// Creates the file under the first free name. The name is published first: no moment is left without the handler.
int create(const std::string &directory, mode_t mode) {
  static unsigned number = 0;
  for (int tries = 0; tries < 1000; ++tries) {
    int length = std::snprintf(name, sizeof name, "%s/.alcove-%ld-%u.tmp", directory.c_str(),
                               static_cast<long>(::getpid()), number++);
    if (length < 0 || size_t(length) >= sizeof name)
      return errno = ENAMETOOLONG, -1;
    named = true;
    int fd = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0)
      return fd;
    named = false;
    if (errno != EEXIST && errno != EINTR)
      return -1;
  }
  return -1;
}

} // namespace

TemporaryFile::TemporaryFile(const std::string &directory, mode_t mode) {
  oneAtATime.lock();
  watchSignals();
  fd = create(directory, mode);
}

TemporaryFile::~TemporaryFile() {
  int saved = errno;
  if (fd >= 0)
    ::close(fd);
  if (named)
    ::unlink(name);
  named = false;
  forgetSignals();
  oneAtATime.unlock();
  errno = saved;
}

bool TemporaryFile::renameTo(const std::string &path) {
  // Some file systems say only here that the disk or the quota is full.
  if (::close(std::exchange(fd, -1)) != 0 || ::rename(name, path.c_str()) != 0)
    return false;
  named = false;
  return true;
}

} // namespace alcove
