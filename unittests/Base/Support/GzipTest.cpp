//===- GzipTest.cpp - Texts that came compressed --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Gzip.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace alcove;

namespace {
/// `printf hello | gzip -n`.
const std::string
    hello("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00", 25);

TEST(GzipTest, PlainTextsStay) { EXPECT_EQ(inflateIfGzip("plain").value(), "plain"); }

TEST(GzipTest, MembersAreReadAsOne) {
  EXPECT_EQ(inflateIfGzip(hello).value(), "hello");
  EXPECT_EQ(inflateIfGzip(hello + hello).value(), "hellohello");
}

TEST(GzipTest, DamagedAndTruncatedStreams) {
  EXPECT_FALSE(inflateIfGzip(std::string("\x1f\x8b\x08\x00garbage that is no stream", 30)).ok());
  EXPECT_FALSE(inflateIfGzip(std::string("\x1f\x8b\x08", 3)).ok());
  for (size_t bytes = 2; bytes < hello.size(); ++bytes)
    EXPECT_FALSE(inflateIfGzip(hello.substr(0, bytes)).ok()) << bytes;
}

TEST(GzipTest, WhatInflatesToMoreThanTheLimit) {
  EXPECT_TRUE(inflateIfGzip(hello, 5).ok());
  EXPECT_FALSE(inflateIfGzip(hello, 4).ok());
}

TEST(GzipTest, FilesAreInflatedAsTheyAreRead) {
  std::string path = testing::TempDir() + "alcove-gzip-" + std::to_string(getpid());
  ASSERT_TRUE(writeFileAtomically(path, hello).ok());
  EXPECT_EQ(readFile(path).value(), "hello");
  EXPECT_FALSE(readFile(path, 24).ok()); // the file itself is larger
  std::remove(path.c_str());
}
} // namespace
