//===- AtomicFileTest.cpp -------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Support/AtomicFile.h"

#include <filesystem>
#include <gtest/gtest.h>

using namespace alcove;

TEST(AtomicFileTest, WritesWholeFileAndLeavesNoTemporary) {
  std::filesystem::path dir = std::filesystem::temp_directory_path() / "alcove-atomic-file-test";
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  std::string path = (dir / "out.json").string();
  ASSERT_TRUE(writeFileAtomically(path, "old").ok());
  ASSERT_TRUE(writeFileAtomically(path, "new").ok());
  EXPECT_EQ(readFile(path).value(), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir), {}), 1);
  std::filesystem::remove_all(dir);
}

TEST(AtomicFileTest, ErrorsNameThePath) {
  Status status = writeFileAtomically("/nonexistent-dir/x", "");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("/nonexistent-dir/x"), std::string::npos);
  EXPECT_FALSE(readFile("/nonexistent-dir/x").ok());
  EXPECT_FALSE(readFile("/tmp").ok());
}
