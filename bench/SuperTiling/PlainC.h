//===- PlainC.h - Programs as one writes them in C --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Baselines from outside: loops in the order in which they vectorize, compiled by clang with -O3 -march=native. Tensors
// are row major; images are NHWC of one image, without padding.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BENCH_SUPERTILING_PLAINC_H
#define ALCOVE_BENCH_SUPERTILING_PLAINC_H

#ifdef __cplusplus
extern "C" {
#endif

/// c[m, n] = a[m, k] b[k, n], and of b[n, k].
void plainMatmul(const float *a, const float *b, float *c, long m, long n, long k);
void plainMatmulTransposed(const float *a, const float *b, float *c, long m, long n, long k);
/// The filter as height, width, channels, filters; or filters first.
void plainConvHwcf(const float *x, const float *w, float *y, long h, long wd, long c, long f, long k, long stride);
void plainConvFhwc(const float *x, const float *w, float *y, long h, long wd, long c, long f, long k, long stride);
void plainDepthwise(const float *x, const float *w, float *y, long h, long wd, long c, long k);
void plainRelu(float *x, long n);
void plainGelu(const float *x, float *y, long n);
void plainElementwiseSix(const float *x, float *y, long n);
void plainLayerNorm(const float *x, float *y, long rows, long n);
void plainSoftmax(const float *x, float *y, long rows, long n);
/// y = softmax(q k^T / 8) v by heads; `scores` holds one head.
void plainAttention(const float *q, const float *k, const float *v, float *y, float *scores, long heads, long tokens,
                    long width);

/// Limits: FLOP of `rounds` steps of independent multiply-adds, and a copy that passes the caches by.
double plainPeak(long rounds);
void plainStream(const float *x, float *y, long n);

#ifdef __cplusplus
}
#endif

#endif // ALCOVE_BENCH_SUPERTILING_PLAINC_H
