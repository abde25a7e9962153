//===- ProgressLine.cpp - What a program is doing, on a terminal ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/ProgressLine.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

using namespace alcove;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds quiet{2};
static constexpr std::chrono::milliseconds between{500};

struct ProgressLine::Shown {
  explicit Shown(std::string program) : program(std::move(program)), thread([this] { run(); }) {}
  ~Shown() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      over = true;
    }
    changed.notify_all();
    thread.join();
  }

  void run() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait_for(lock, quiet, [this] { return over; });
    bool printed = false;
    for (; !over; printed = true) {
      print();
      changed.wait_for(lock, between, [this] { return over; });
    }
    if (printed)
      std::fprintf(stderr, "\r\033[K");
  }

  void print() {
    auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start).count();
    std::string line = program + ": " + std::to_string(seconds) + " s";
    if (!what.empty())
      line += ", " + what;
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
      line.resize(std::min<size_t>(line.size(), size.ws_col - 1)); // a line that wraps could not be taken back
    std::fprintf(stderr, "\r\033[K%s\r", line.c_str());
    std::fflush(stderr);
  }

  const std::string program;
  const Clock::time_point start = Clock::now();
  std::mutex mutex;
  std::condition_variable changed;
  std::string what;
  bool over = false;
  std::thread thread; ///< last: it uses the others
};

ProgressLine::ProgressLine(std::string program)
    : shown(::isatty(STDERR_FILENO) ? std::make_unique<Shown>(std::move(program)) : nullptr) {}
ProgressLine::~ProgressLine() = default;

void ProgressLine::set(std::string what) {
  if (!shown)
    return;
  std::lock_guard<std::mutex> lock(shown->mutex);
  shown->what = std::move(what);
}

static const char *interruptText = "";

/// Says it, then does what the signal would have done.
extern "C" void sayInterrupted(int signal) {
  const char *text = interruptText;
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) { // nobody listens
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal); // blocked until this handler returns
}

void alcove::sayOnInterrupt(const char *text) {
  interruptText = text;
  struct sigaction action{};
  if (::sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
    return;
  action = {};
  action.sa_handler = sayInterrupted;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
}
