//===- LargeBlocks.cpp - Memory of large tensors ------------ ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors come and go with every op, and pages that are asked for and cleared again, 4 KiB at a time, took most of the
// program's time. Blocks of megabytes get pages of 2 MiB where the system has them; blocks up to 32 MiB stay with the
// program when they are freed (keepFreedBlocks), larger ones go back.
//
//===----------------------------------------------------------------------===//
#include "LargeBlocks.h"

#include <cstdlib>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

void keepFreedBlocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20); // the most that the library allows
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 16 << 20);
#endif
}

// Sanitizers have allocators of their own.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&                       \
    !__has_feature(thread_sanitizer) && !__has_feature(memory_sanitizer)

constexpr std::size_t largePage = std::size_t(2) << 20, large = std::size_t(4) << 20;

void *operator new(std::size_t size) {
  void *block = nullptr;
  if (size >= large && size < (std::size_t(1) << 62)) {
    std::size_t rounded = (size + largePage - 1) / largePage * largePage;
    block = std::aligned_alloc(largePage, rounded);
    if (block)
      madvise(block, rounded, MADV_HUGEPAGE); // a hint: what fails costs time only
  } else {
    block = std::malloc(size ? size : 1);
  }
  if (!block) { // rule NUM-E5 counts tensors; who takes the rest of the machine meanwhile, it cannot know
    constexpr char message[] = "alcove-run: error: the host has no memory left\n";
    [[maybe_unused]] ssize_t written = write(2, message, sizeof message - 1);
    _exit(1);
  }
  return block;
}
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }

#endif
