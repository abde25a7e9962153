//===- Proxy.cpp - Between an editor and MLIR's server --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proxy.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <thread>
#include <unistd.h>

using namespace alcove::lsp;

static bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return false;
    bytes.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

/// `Content-Length: N`, further headers, an empty line, N bytes. Nothing at the end of the stream or when it breaks the
/// form.
static std::optional<std::string> readMessage(std::FILE *from) {
  constexpr size_t limit = size_t(1) << 30;
  std::optional<size_t> length;
  char line[1024];
  while (std::fgets(line, sizeof line, from)) {
    std::string_view header(line);
    while (!header.empty() && (header.back() == '\n' || header.back() == '\r'))
      header.remove_suffix(1);
    if (header.starts_with("Content-Length: ")) {
      size_t number = 0;
      header.remove_prefix(16);
      auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), number);
      if (error != std::errc() || number > limit)
        return std::nullopt;
      length = number;
    } else if (header.empty() && length) {
      std::string message(*length, '\0');
      if (std::fread(message.data(), 1, message.size(), from) != message.size())
        return std::nullopt;
      return message;
    }
  }
  return std::nullopt;
}

/// Hands on what comes until the stream ends; `see` may change it.
static void pump(int from, int to, const std::function<void(llvm::json::Object &)> &see) {
  std::FILE *stream = ::fdopen(from, "rb");
  while (std::optional<std::string> message = readMessage(stream)) {
    if (llvm::Expected<llvm::json::Value> value = llvm::json::parse(*message)) {
      if (llvm::json::Object *object = value->getAsObject()) {
        see(*object);
        message->clear();
        llvm::raw_string_ostream(*message) << *value;
      }
    } else {
      llvm::consumeError(value.takeError());
    }
    if (!writeAll(to, "Content-Length: " + std::to_string(message->size()) + "\r\n\r\n" + *message))
      break;
  }
  std::fclose(stream);
  ::close(to); // whoever reads sees the end too
}

int alcove::lsp::runBehind(Hover &hover, const std::function<int()> &serve) {
  int toServer[2], fromServer[2];
  int in = ::dup(STDIN_FILENO), out = ::dup(STDOUT_FILENO);
  if (in < 0 || out < 0 || ::pipe(toServer) != 0 || ::pipe(fromServer) != 0 || ::dup2(toServer[0], STDIN_FILENO) < 0 ||
      ::dup2(fromServer[1], STDOUT_FILENO) < 0) {
    std::perror("alcove-lsp-server");
    return 1;
  }
  ::close(toServer[0]);
  ::close(fromServer[1]);
  // The editor's side may wait for ever: it ends with the program.
  std::thread([&hover, in, to = toServer[1]] {
    pump(in, to, [&](llvm::json::Object &message) { hover.fromClient(message); });
  }).detach();
  std::thread answers([&] { pump(fromServer[0], out, [&](llvm::json::Object &message) { hover.toClient(message); }); });
  int code = serve();
  std::fflush(stdout);
  llvm::outs().flush();
  ::close(STDOUT_FILENO); // the end of the answers
  answers.join();
  return code;
}
