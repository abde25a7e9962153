//===- WideLoops.h - Two versions of an inner loop --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two versions of a function, chosen at load time. Neither uses fused multiply-add, so both give the same bits. They are
// behind functions of one version, because a declaration in a header cannot become several later.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_WIDELOOPS_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_WIDELOOPS_H

#if defined(__x86_64__) && defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
#define ALCOVE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define ALCOVE_WIDE
#endif

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_WIDELOOPS_H
