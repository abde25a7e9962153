//===- AtomicFile.cpp - Whole files in, whole files out -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "TemporaryFile.h"
#include "alcove/Base/Support/Gzip.h"
#include "alcove/Base/Support/InputText.h"

#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace alcove {
namespace {

Error systemError(std::string_view what, const std::string &path) {
  int number = errno; // before anything else may change it
  return Error{fmt::format("{}: cannot {}: {}", path == "-" ? "standard output" : path, what, std::strerror(number))};
}

/// Writing to a pipe without a reader, or past the limit of a file's size, is an error like any other here: the signals
/// that would end the process are held back from this thread and, if they came, dropped.
class WriteSignalsHeld {
public:
  WriteSignalsHeld() {
    ::sigemptyset(&held);
    ::sigaddset(&held, SIGPIPE);
    ::sigaddset(&held, SIGXFSZ);
    ::pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  ~WriteSignalsHeld() {
    int saved = errno;
    timespec now{};
    while (::sigtimedwait(&held, nullptr, &now) > 0 || errno == EINTR)
      ;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = saved;
  }

private:
  sigset_t held, before;
};

bool writeAll(int fd, std::string_view contents) {
  while (!contents.empty()) {
    ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written >= 0) {
      contents.remove_prefix(static_cast<size_t>(written));
      continue;
    }
    if (errno == EAGAIN) { // a descriptor that others share may not wait by itself
      pollfd wait{fd, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/// What a path names, with symbolic links followed.
struct Target {
  enum Kind { Nothing, RegularFile, Stream, Socket, Descriptor } kind = Nothing;
  std::string path;
  int descriptor = -1;
  struct stat old{};
};

/// "a/b" -> "a", "b" -> ".", "/b" -> "/".
std::string directoryOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<size_t>(slash, 1));
}

std::string realPath(const std::string &path) {
  char *found = ::realpath(path.c_str(), nullptr);
  std::string result = found ? found : "";
  std::free(found);
  return result;
}

/// N, when `path` is /proc/self/fd/N under whatever name. Opening that would begin anew at the start of the file.
int openDescriptor(const std::string &path) {
  std::string_view last = std::string_view(path).substr(path.rfind('/') + 1);
  int number = -1;
  auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), number);
  bool digits = error == std::errc() && end == last.data() + last.size() && !last.empty();
  if (!digits)
    return -1;
  std::string own = realPath("/proc/self/fd");
  return !own.empty() && realPath(directoryOf(path)) == own ? number : -1;
}

Result<Target> locate(const std::string &given) {
  Target target{Target::Descriptor, given, STDOUT_FILENO, {}};
  if (given == "-")
    return target;
  for (int links = 0; links < 40; ++links) {
    target.descriptor = openDescriptor(target.path);
    target.kind = target.descriptor >= 0 ? Target::Descriptor : Target::Nothing;
    if (target.descriptor >= 0)
      return target;
    if (::lstat(target.path.c_str(), &target.old) != 0)
      return errno == ENOENT ? Result<Target>(target) : systemError("write", given);
    if (S_ISLNK(target.old.st_mode)) {
      char text[PATH_MAX];
      ssize_t length = ::readlink(target.path.c_str(), text, sizeof text);
      if (length < 0)
        return systemError("read the link", given);
      std::string next(text, static_cast<size_t>(length));
      struct statfs system{};
      // The links of another process's descriptors say what they were opened as, which may be no path.
      if (::statfs(directoryOf(target.path).c_str(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC &&
          directoryOf(target.path).ends_with("/fd"))
        return target.kind = Target::Stream, target;
      target.path = next.starts_with('/') ? next : directoryOf(target.path) + "/" + next;
      continue;
    }
    if (S_ISDIR(target.old.st_mode))
      return errno = EISDIR, systemError("write", given);
    target.kind = S_ISREG(target.old.st_mode)    ? Target::RegularFile
                  : S_ISSOCK(target.old.st_mode) ? Target::Socket
                                                 : Target::Stream;
    return target;
  }
  return errno = ELOOP, systemError("write", given);
}

int connectTo(const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return errno = ENAMETOOLONG, -1;
  path.copy(address.sun_path, path.size());
  int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && ::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
    int saved = errno;
    ::close(fd);
    return errno = saved, -1;
  }
  return fd;
}

int openThrough(const Target &target) {
  if (target.kind == Target::Socket)
    return connectTo(target.path);
  int fd = -1;
  do // a FIFO waits for its reader
    fd = ::open(target.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  while (fd < 0 && errno == EINTR);
  return fd;
}

Status writeThrough(const std::string &given, const Target &target, std::string_view contents) {
  int fd = openThrough(target);
  if (fd < 0)
    return systemError("open", given);
  bool good = writeAll(fd, contents);
  int saved = errno;
  good = (::close(fd) == 0 || (saved = errno, false)) && good;
  errno = saved;
  return good ? Status() : Status(systemError("write", given));
}

/// Gives the new file owner and mode of the old one, where they differ. Owner first: a new owner clears bits of the
/// mode.
Status keepOwnerAndMode(const std::string &given, int fd, const struct stat &old) {
  struct stat now{};
  if (::fstat(fd, &now) != 0)
    return systemError("write", given);
  if ((now.st_uid != old.st_uid || now.st_gid != old.st_gid) && ::fchown(fd, old.st_uid, old.st_gid) != 0)
    return systemError(fmt::format("replace (its owner {}:{} would become {}:{}; remove it first)", old.st_uid,
                                   old.st_gid, now.st_uid, now.st_gid),
                       given);
  if (::fstat(fd, &now) != 0 || (now.st_mode != old.st_mode && ::fchmod(fd, old.st_mode & 07777) != 0))
    return systemError("keep the mode", given);
  return {};
}

Status replace(const std::string &given, const Target &target, std::string_view contents) {
  bool exists = target.kind == Target::RegularFile;
  // A rename asks for the directory's permission only; the file's own says whether it may change.
  if (exists && ::access(target.path.c_str(), W_OK) != 0)
    return systemError("write", given);
  TemporaryFile file(directoryOf(target.path), exists ? 0600 : 0666);
  if (!file.good())
    return systemError("create a temporary file beside it", given);
  if (exists)
    ALCOVE_RETURN_IF_ERROR(keepOwnerAndMode(given, file.descriptor(), target.old));
  if (!writeAll(file.descriptor(), contents) || !file.renameTo(target.path))
    return systemError("write", given);
  return {};
}

} // namespace

Status writeFileAtomically(const std::string &path, std::string_view contents) {
  ALCOVE_ASSIGN_OR_RETURN(Target target, locate(path));
  // Standard output without a reader (`| head`) ends the process as it does everywhere.
  if (target.kind == Target::Descriptor && target.descriptor == STDOUT_FILENO) {
    ALCOVE_RETURN_IF_ERROR(flushStandardOutput());
    return writeAll(STDOUT_FILENO, contents) ? Status() : Status(systemError("write", path));
  }
  WriteSignalsHeld held;
  if (target.kind == Target::Descriptor)
    return writeAll(target.descriptor, contents) ? Status() : Status(systemError("write", path));
  if (target.kind == Target::Stream || target.kind == Target::Socket)
    return writeThrough(path, target, contents);
  return replace(path, target, contents);
}

bool isReplaceable(const std::string &path) {
  Result<Target> target = locate(path);
  return target && (target->kind == Target::Nothing || target->kind == Target::RegularFile);
}

static bool lostOutput = false; // and said so

Status flushStandardOutput() {
  bool failed = std::ferror(stdout);
  if (failed)
    errno = EIO; // the reason is lost with the write that met it
  if (std::fflush(stdout) == 0 && !failed)
    return {};
  lostOutput = true;
  return systemError("write", "-");
}

static const char *programAtExit = nullptr;
static int (*flushOthersAtExit)() = nullptr;

static void checkOutput() {
  bool saidBefore = lostOutput;
  int number = flushOthersAtExit ? flushOthersAtExit() : 0;
  Status written = flushStandardOutput();
  if (number != 0 && written)
    errno = number, written = systemError("write", "-");
  if (written)
    return;
  if (!saidBefore)
    std::fprintf(stderr, "%s: error: %s\n", programAtExit, written.error().message.c_str());
  ::_exit(1);
}

void checkOutputAtExit(const char *program, int (*flushOthers)()) {
  programAtExit = program;
  flushOthersAtExit = flushOthers;
  std::atexit(checkOutput);
}

Result<std::string> readFile(const std::string &path, size_t maxBytes) {
  ALCOVE_RETURN_IF_ERROR(checkEnds(path));

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
  Result<std::string> plain = inflateIfGzip(std::move(contents), maxBytes);
  if (!plain)
    return Error{fmt::format("{}: {}", path, plain.error().message)};
  // Numbers of a binary file that happen to be the mark have zeros among them.
  bool isText = std::string_view(*plain).substr(0, 8).find('\0') == std::string_view::npos;
  if (isText)
    plain->erase(0, plain->size() - withoutByteOrderMark(*plain).size());
  return plain;
}

} // namespace alcove
