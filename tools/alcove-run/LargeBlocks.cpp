//===- LargeBlocks.cpp - Memory of large tensors ------------ ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors come and go with every op, and pages that are asked for and cleared again, 4 KiB at a time, took most of the
// program's time. Blocks of megabytes get pages of 2 MiB where the system has them; blocks up to 32 MiB stay with the
// program when they are freed (keepFreedBlocks); of larger ones a few do, up to 1 GiB in all, for requests of their
// size: the constants of a large vocabulary come and go with every op and every run. What is kept adds to the peak.
//
//===----------------------------------------------------------------------===//
#include "LargeBlocks.h"

#include <cstdlib>
#include <mutex>
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

namespace {
/// Freed blocks, oldest first. Without constructor and destructor: blocks come before and go after any of the
/// program's.
struct Kept {
  static constexpr std::size_t least = std::size_t(32) << 20, most = std::size_t(1) << 30;
  static constexpr int slots = 16;

  /// A block of `size` or up to an eighth more; null when there is none.
  void *take(std::size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    for (int i = 0; i < count; ++i)
      if (sizes[i] >= size && sizes[i] - size <= size / 8)
        return remove(i);
    return nullptr;
  }
  /// Keeps a block and gives the oldest ones back that have no room beside it.
  void keep(void *block, std::size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    while (count > 0 && (count == slots || total + size > most))
      std::free(remove(0));
    blocks[count] = block;
    sizes[count++] = size;
    total += size;
  }

private:
  void *remove(int at) {
    void *block = blocks[at];
    total -= sizes[at];
    --count;
    for (int i = at; i < count; ++i) {
      blocks[i] = blocks[i + 1];
      sizes[i] = sizes[i + 1];
    }
    return block;
  }
  std::mutex mutex;
  void *blocks[slots] = {};
  std::size_t sizes[slots] = {}, total = 0;
  int count = 0;
};
constinit Kept kept;
} // namespace

constexpr std::size_t largePage = std::size_t(2) << 20, large = std::size_t(4) << 20;

void *operator new(std::size_t size) {
  void *block = nullptr;
  if (size >= large && size < (std::size_t(1) << 62)) {
    std::size_t rounded = (size + largePage - 1) / largePage * largePage;
    if (rounded >= Kept::least)
      block = kept.take(rounded);
    if (!block) {
      block = std::aligned_alloc(largePage, rounded);
      if (block)
        madvise(block, rounded, MADV_HUGEPAGE); // a hint: what fails costs time only
    }
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
void operator delete(void *block) noexcept {
  std::size_t size = block ? malloc_usable_size(block) : 0;
  if (size >= Kept::least && size <= Kept::most)
    return kept.keep(block, size);
  std::free(block);
}
void operator delete(void *block, std::size_t) noexcept { operator delete(block); }

#endif
