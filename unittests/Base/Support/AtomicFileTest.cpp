//===- AtomicFileTest.cpp -------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace alcove;
namespace fs = std::filesystem;

namespace {

class AtomicFileTest : public testing::Test {
protected:
  AtomicFileTest() {
    std::string name = (fs::temp_directory_path() / "alcove-atomic-file-XXXXXX").string();
    directory = ::mkdtemp(name.data());
  }
  ~AtomicFileTest() override { fs::remove_all(directory); }

  std::string at(const std::string &name) const { return (directory / name).string(); }
  size_t entries() const { return static_cast<size_t>(std::distance(fs::directory_iterator(directory), {})); }

  fs::path directory;
};

std::string textOf(const std::string &path) { return readFile(path).value(); }

void expectError(const Status &status, const std::string &part) {
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find(part), std::string::npos) << status.error().message;
}

struct stat statusOf(const std::string &path) {
  struct stat result{};
  EXPECT_EQ(::lstat(path.c_str(), &result), 0);
  return result;
}

/// Runs `body` in a process of its own: its exit code, or minus the signal that ended it.
int inChild(const std::function<int()> &body) {
  std::fflush(nullptr);
  pid_t child = ::fork();
  if (child == 0)
    ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

TEST_F(AtomicFileTest, IO1_WritesWholeFileAndLeavesNoTemporary) {
  ASSERT_TRUE(writeFileAtomically(at("out.json"), "old").ok());
  ino_t before = statusOf(at("out.json")).st_ino;
  ASSERT_TRUE(writeFileAtomically(at("out.json"), "new").ok());
  EXPECT_EQ(textOf(at("out.json")), "new");
  EXPECT_NE(statusOf(at("out.json")).st_ino, before) << "who has the old file open keeps it";
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFileTest, IO1_KeepsModeAndOwnerOfTheOldFileAndTheMaskForANewOne) {
  mode_t mask = ::umask(027);
  ASSERT_TRUE(writeFileAtomically(at("new"), "x").ok());
  ::umask(mask);
  EXPECT_EQ(statusOf(at("new")).st_mode & 07777, 0640u);
  ASSERT_EQ(::chmod(at("new").c_str(), 0604), 0);
  bool root = ::geteuid() == 0;
  if (root)
    ASSERT_EQ(::chown(at("new").c_str(), 12, 34), 0);
  ASSERT_TRUE(writeFileAtomically(at("new"), "y").ok());
  EXPECT_EQ(statusOf(at("new")).st_mode & 07777, 0604u);
  if (root) {
    EXPECT_EQ(statusOf(at("new")).st_uid, 12u);
    EXPECT_EQ(statusOf(at("new")).st_gid, 34u);
  }
  EXPECT_EQ(textOf(at("new")), "y");
}

TEST_F(AtomicFileTest, IO1_NamesAsLongAsTheFileSystemTakes) {
  std::string name(255, 'n');
  ASSERT_TRUE(writeFileAtomically(at(name), "x").ok());
  EXPECT_EQ(textOf(at(name)), "x");
  expectError(writeFileAtomically(at(name + "n"), "x"), "File name too long");
}

TEST_F(AtomicFileTest, IO2_FollowsSymbolicLinks) {
  fs::create_directory(directory / "sub");
  ASSERT_TRUE(writeFileAtomically(at("sub/file"), "old").ok());
  fs::create_symlink("sub/file", directory / "link");
  fs::create_symlink("link", directory / "second");
  ASSERT_TRUE(writeFileAtomically(at("second"), "new").ok());
  EXPECT_EQ(textOf(at("sub/file")), "new");
  EXPECT_TRUE(fs::is_symlink(directory / "second") && fs::is_symlink(directory / "link"));
  EXPECT_FALSE(fs::is_symlink(directory / "sub/file"));
  fs::create_symlink("sub/later", directory / "dangling");
  ASSERT_TRUE(writeFileAtomically(at("dangling"), "made").ok());
  EXPECT_EQ(textOf(at("sub/later")), "made");
  fs::create_symlink("round", directory / "round");
  expectError(writeFileAtomically(at("round"), "x"), "Too many levels of symbolic links");
}

TEST_F(AtomicFileTest, IO3_DevicesAreWrittenThrough) {
  if (::mknod(at("null").c_str(), S_IFCHR | 0666, ::makedev(1, 3)) != 0)
    GTEST_SKIP() << "needs the right to make devices";
  ASSERT_EQ(::mknod(at("full").c_str(), S_IFCHR | 0666, ::makedev(1, 7)), 0);
  fs::create_symlink("null", directory / "link");
  for (const char *name : {"null", "link"}) {
    ASSERT_TRUE(writeFileAtomically(at(name), "x").ok());
    EXPECT_TRUE(S_ISCHR(statusOf(at("null")).st_mode)) << name;
  }
  EXPECT_EQ(statusOf(at("null")).st_rdev, ::makedev(1, 3));
  expectError(writeFileAtomically(at("full"), "x"), "full: cannot write: No space left on device");
  EXPECT_TRUE(S_ISCHR(statusOf(at("full")).st_mode));
  EXPECT_EQ(entries(), 3u);
  EXPECT_FALSE(isReplaceable(at("null")));
}

TEST_F(AtomicFileTest, IO3_FifosReachTheirReader) {
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  std::string text(300000, 'f'); // more than a pipe holds
  auto reader = std::async(std::launch::async, [&] { return textOf(at("fifo")); });
  ASSERT_TRUE(writeFileAtomically(at("fifo"), text).ok());
  EXPECT_EQ(reader.get(), text);
  EXPECT_TRUE(S_ISFIFO(statusOf(at("fifo")).st_mode));
  EXPECT_FALSE(isReplaceable(at("fifo")));
}

TEST_F(AtomicFileTest, IO3_AFifoWhoseReaderLeavesIsAnError) {
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  auto reader = std::async(std::launch::async, [&] { ::close(::open(at("fifo").c_str(), O_RDONLY)); });
  expectError(writeFileAtomically(at("fifo"), std::string(300000, 'f')), "Broken pipe");
}

TEST_F(AtomicFileTest, IO3_SocketsAreWrittenThrough) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  at("socket").copy(address.sun_path, sizeof address.sun_path - 1);
  int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(server, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(server, 1), 0);
  ASSERT_TRUE(writeFileAtomically(at("socket"), "through").ok());
  int connection = ::accept(server, nullptr, nullptr);
  char buffer[16] = {};
  EXPECT_EQ(::read(connection, buffer, sizeof buffer), 7);
  EXPECT_STREQ(buffer, "through");
  EXPECT_TRUE(S_ISSOCK(statusOf(at("socket")).st_mode));
  ::close(connection);
  ::close(server);
  expectError(writeFileAtomically(at("socket"), "x"), "Connection refused");
}

TEST_F(AtomicFileTest, IO3_OpenDescriptorsGoOnWhereTheyStand) {
  int code = inChild([&] {
    int file = ::open(at("log").c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDOUT_FILENO);
    std::printf("first ");
    bool good = writeFileAtomically("/dev/stdout", "second ").ok() &&
                writeFileAtomically("/dev/fd/" + std::to_string(file), "third ").ok() &&
                writeFileAtomically("/proc/self/fd/1", "fourth ").ok() && writeFileAtomically("-", "fifth").ok();
    return good && !isReplaceable("/dev/stdout") && !isReplaceable("-") ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(textOf(at("log")), "first second third fourth fifth");
  expectError(writeFileAtomically("/dev/fd/987", "x"), "/dev/fd/987: cannot write: Bad file descriptor");
}

TEST_F(AtomicFileTest, IO4_ErrorsNameThePathAndLeaveTheOldFile) {
  expectError(writeFileAtomically("/nonexistent-dir/x", ""), "/nonexistent-dir/x");
  expectError(writeFileAtomically(directory.string(), ""), directory.string() + ": cannot write: Is a directory");
  EXPECT_FALSE(readFile("/nonexistent-dir/x").ok());
  EXPECT_FALSE(readFile("/tmp").ok());
}

TEST_F(AtomicFileTest, IO4_FullDisk) {
  int code = inChild([&] {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", directory.c_str(), "tmpfs", 0, "size=64k") != 0)
      return 77;
    if (!writeFileAtomically(at("out"), "old").ok())
      return 1;
    Status full = writeFileAtomically(at("out"), std::string(1 << 20, 'x'));
    if (full.ok() || full.error().message != at("out") + ": cannot write: No space left on device")
      return 2;
    return textOf(at("out")) == "old" && entries() == 1 ? 0 : 3;
  });
  if (code == 77)
    GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(code, 0);
}

TEST_F(AtomicFileTest, IO4_LimitOfTheFileSize) {
  // What a quota does, by other means: the write comes short, and SIGXFSZ would end the process.
  int code = inChild([&] {
    rlimit limit{4096, 4096};
    if (!writeFileAtomically(at("out"), "old").ok() || ::setrlimit(RLIMIT_FSIZE, &limit) != 0)
      return 1;
    Status full = writeFileAtomically(at("out"), std::string(1 << 20, 'x'));
    if (full.ok() || full.error().message != at("out") + ": cannot write: File too large")
      return 2;
    return textOf(at("out")) == "old" && entries() == 1 ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
}

TEST_F(AtomicFileTest, IO4_ReadOnlyDirectoryFileAndForeignOwner) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root, to become somebody else";
  ASSERT_TRUE(writeFileAtomically(at("mine"), "old").ok());
  ASSERT_TRUE(writeFileAtomically(at("theirs"), "old").ok());
  ASSERT_TRUE(writeFileAtomically(at("fixed"), "old").ok());
  ASSERT_EQ(::chown(at("mine").c_str(), 1234, 1234) | ::chown(at("fixed").c_str(), 1234, 1234), 0);
  ASSERT_EQ(::chmod(at("theirs").c_str(), 0666) | ::chmod(at("fixed").c_str(), 0444), 0);
  auto messageAs1234 = [&](const std::string &name, mode_t mode) {
    EXPECT_EQ(::chmod(directory.c_str(), mode), 0);
    std::string report = at("report");
    EXPECT_TRUE(writeFileAtomically(report, "").ok() && ::chmod(report.c_str(), 0666) == 0);
    EXPECT_EQ(inChild([&] {
                if (::setgid(1234) != 0 || ::setuid(1234) != 0)
                  return 1;
                Status status = writeFileAtomically(at(name), "new");
                std::ofstream(report) << (status.ok() ? "good" : status.error().message);
                return 0;
              }),
              0);
    std::string message = textOf(report);
    fs::remove(report);
    EXPECT_EQ(entries(), 3u) << message;
    return message;
  };
  EXPECT_NE(messageAs1234("mine", 0555).find("mine: cannot create a temporary file beside it: Permission denied"),
            std::string::npos);
  EXPECT_NE(messageAs1234("fixed", 0777).find("fixed: cannot write: Permission denied"), std::string::npos);
  EXPECT_NE(messageAs1234("theirs", 0777).find("theirs: cannot replace (its owner 0:0 would become 1234:1234"),
            std::string::npos);
  for (const char *name : {"mine", "theirs", "fixed"})
    EXPECT_EQ(textOf(at(name)), "old");
  EXPECT_EQ(messageAs1234("mine", 0777), "good");
}

TEST_F(AtomicFileTest, IO4_SignalsRemoveTheTemporary) {
  // A child writes without end; killed somewhere in it, it leaves one of its two texts and nothing else. SIGKILL
  // cannot be met by a program: there the temporary may stay.
  const std::string texts[] = {std::string(1 << 20, 'a'), std::string(2 << 20, 'b')};
  for (int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGKILL}) {
    ::signal(signal, SIG_DFL); // a shell that starts the tests in the background has them ignore some
    for (int run = 0; run < 8; ++run) {
      ASSERT_TRUE(writeFileAtomically(at("out"), texts[0]).ok());
      std::fflush(nullptr);
      pid_t child = ::fork();
      if (child == 0) {
        for (int i = 0;; ++i)
          if (!writeFileAtomically(at("out"), texts[i % 2]).ok())
            ::_exit(1);
      }
      std::this_thread::sleep_for(std::chrono::microseconds(1000 + 317 * run));
      ::kill(child, signal);
      int status = 0;
      ::waitpid(child, &status, 0);
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal);
      std::string text = textOf(at("out"));
      EXPECT_TRUE(text == texts[0] || text == texts[1]) << text.size();
      if (signal != SIGKILL)
        EXPECT_EQ(entries(), 1u) << "signal " << signal;
    }
  }
}

TEST_F(AtomicFileTest, ThreadsWriteSideBySide) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int j = 0; j < 50; ++j)
        EXPECT_TRUE(writeFileAtomically(at("out" + std::to_string(j % 3)), std::string(1000, char('a' + i))).ok());
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(entries(), 3u);
  for (int j = 0; j < 3; ++j) {
    std::string text = textOf(at("out" + std::to_string(j)));
    EXPECT_EQ(text, std::string(1000, text[0]));
  }
}
