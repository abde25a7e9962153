//===- main.cpp - layout-proof --------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutProof.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

using namespace layoutproof;

/// What `gzip -dc` makes of a file: this program links to nothing.
static std::string decompressed(const std::string &path) {
  int ends[2];
  if (pipe(ends) != 0)
    throw Rejected{"is compressed, and there is no pipe to gzip"};
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execlp("gzip", "gzip", "-dc", "--", path.c_str(), static_cast<char *>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  char block[1 << 16];
  for (ssize_t count; child > 0 && (count = ::read(ends[0], block, sizeof(block))) > 0;)
    text.append(block, static_cast<size_t>(count));
  close(ends[0]);
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
    throw Rejected{"is compressed, and `gzip -dc` does not decompress it"};
  return text;
}

static std::string read(const std::string &path) {
  std::string text;
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::ifstream in(path, std::ios::binary);
    if (!in)
      throw Rejected{"cannot be read"};
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  bool isGzip = text.size() > 1 && text[0] == '\x1f' && text[1] == '\x8b';
  if (isGzip && path == "-")
    throw Rejected{"is compressed: zcat FILE | layout-proof - ..."};
  if (isGzip)
    text = decompressed(path);
  return text.rfind("\xef\xbb\xbf", 0) == 0 ? text.substr(3) : text; // the mark before UTF-8
}

/// 0 when everything could be printed.
static int printed() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout))
    return 0;
  std::fprintf(stderr, "layout-proof: standard output cannot be written\n");
  return 1;
}

/// Runs `use` and says which file was wrong.
template <typename Use>
static auto of(const std::string &path, Use use) {
  try {
    return use();
  } catch (Rejected &rejected) {
    throw Rejected{path + ": " + rejected.reason};
  }
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: layout-proof PROBLEM CERTIFICATE [SOLUTION]\n"
                         "  PROBLEM      IOPDDL or layout_choice JSON, plain or gzip, \"-\" = standard input (plain)\n"
                         "  CERTIFICATE  as `alcove-solve layout --certificate` writes it\n"
                         "  SOLUTION     as `alcove-solve layout --out` writes it, or a bare list\n"
                         "Exit code 0: the bound is proved (and the solution is valid). The rules: "
                         "docs/spec/LayoutProof.md\n");
    return 2;
  }
  try {
    std::string certificatePath = argv[2];
    Problem problem = of(argv[1], [&] { return readProblem(read(argv[1])); });
    Certificate certificate = of(certificatePath, [&] { return readCertificate(read(certificatePath)); });
    int64_t bound = of(certificatePath, [&] {
      int64_t proved = provedBound(problem, certificate);
      if (proved < certificate.bound)
        throw Rejected{"claims bound " + std::to_string(certificate.bound) + ", its steps prove " +
                       std::to_string(proved)};
      return certificate.bound;
    });
    if (argc == 3) {
      std::printf("proved: bound=%lld\n", static_cast<long long>(bound));
      return printed();
    }
    int64_t cost = of(argv[3], [&] { return costOfSolution(problem, read(argv[3])); });
    std::printf("proved: bound=%lld cost=%lld optimal=%s\n", static_cast<long long>(bound),
                static_cast<long long>(cost), bound == cost ? "yes" : "no");
    if (bound > cost)
      throw Rejected{"the bound is above the cost of a valid solution: report this"};
    return printed();
  } catch (Rejected &rejected) {
    std::fprintf(stderr, "layout-proof: rejected: %s\n", rejected.reason.c_str());
  } catch (std::bad_alloc &) {
    std::fprintf(stderr, "layout-proof: not checked: out of memory\n");
  }
  return 1;
}
