//===- PlainC.c - Programs as one writes them in C ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlainC.h"

#include <math.h>
#include <string.h>

void plainMatmul(const float *restrict a, const float *restrict b, float *restrict c, long m, long n, long k) {
  for (long i = 0; i < m; ++i) {
    memset(c + i * n, 0, n * sizeof(float));
    for (long p = 0; p < k; ++p)
      for (long j = 0; j < n; ++j)
        c[i * n + j] += a[i * k + p] * b[p * n + j];
  }
}

void plainMatmulTransposed(const float *restrict a, const float *restrict b, float *restrict c, long m, long n,
                           long k) {
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < n; ++j) {
      float sum = 0;
      for (long p = 0; p < k; ++p)
        sum += a[i * k + p] * b[j * k + p];
      c[i * n + j] = sum;
    }
}

void plainConvHwcf(const float *restrict x, const float *restrict w, float *restrict y, long h, long wd, long c, long f,
                   long k, long stride) {
  long oh = (h - k) / stride + 1, ow = (wd - k) / stride + 1;
  for (long i = 0; i < oh; ++i)
    for (long j = 0; j < ow; ++j) {
      float *out = y + (i * ow + j) * f;
      memset(out, 0, f * sizeof(float));
      for (long p = 0; p < k; ++p)
        for (long q = 0; q < k; ++q)
          for (long s = 0; s < c; ++s)
            for (long t = 0; t < f; ++t)
              out[t] += x[((i * stride + p) * wd + j * stride + q) * c + s] * w[((p * k + q) * c + s) * f + t];
    }
}

void plainConvFhwc(const float *restrict x, const float *restrict w, float *restrict y, long h, long wd, long c, long f,
                   long k, long stride) {
  long oh = (h - k) / stride + 1, ow = (wd - k) / stride + 1;
  for (long i = 0; i < oh; ++i)
    for (long j = 0; j < ow; ++j)
      for (long t = 0; t < f; ++t) {
        float sum = 0;
        for (long p = 0; p < k; ++p)
          for (long q = 0; q < k; ++q)
            for (long s = 0; s < c; ++s)
              sum += x[((i * stride + p) * wd + j * stride + q) * c + s] * w[((t * k + p) * k + q) * c + s];
        y[(i * ow + j) * f + t] = sum;
      }
}

void plainDepthwise(const float *restrict x, const float *restrict w, float *restrict y, long h, long wd, long c,
                    long k) {
  long oh = h - k + 1, ow = wd - k + 1;
  for (long i = 0; i < oh; ++i)
    for (long j = 0; j < ow; ++j) {
      float *out = y + (i * ow + j) * c;
      memset(out, 0, c * sizeof(float));
      for (long p = 0; p < k; ++p)
        for (long q = 0; q < k; ++q)
          for (long s = 0; s < c; ++s)
            out[s] += x[((i + p) * wd + j + q) * c + s] * w[(p * k + q) * c + s];
    }
}

void plainRelu(float *x, long n) {
  for (long i = 0; i < n; ++i)
    x[i] = x[i] > 0 ? x[i] : 0;
}

void plainGelu(const float *restrict x, float *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = 0.5f * x[i] * (1 + tanhf(0.7978845608f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

void plainElementwiseSix(const float *restrict x, float *restrict y, long n) {
  for (long i = 0; i < n; ++i) {
    float value = x[i];
    for (int step = 0; step < 3; ++step) {
      value *= 1.25f;
      value = value > 0 ? value : 0;
    }
    y[i] = value;
  }
}

void plainLayerNorm(const float *restrict x, float *restrict y, long rows, long n) {
  for (long i = 0; i < rows; ++i) {
    float sum = 0, squares = 0;
    for (long j = 0; j < n; ++j)
      sum += x[i * n + j];
    float mean = sum / (float)n;
    for (long j = 0; j < n; ++j)
      squares += (x[i * n + j] - mean) * (x[i * n + j] - mean);
    float factor = 1 / sqrtf(squares / (float)n + 1e-5f);
    for (long j = 0; j < n; ++j)
      y[i * n + j] = (x[i * n + j] - mean) * factor;
  }
}

void plainSoftmax(const float *restrict x, float *restrict y, long rows, long n) {
  for (long i = 0; i < rows; ++i) {
    float most = x[i * n], sum = 0;
    for (long j = 1; j < n; ++j)
      most = x[i * n + j] > most ? x[i * n + j] : most;
    for (long j = 0; j < n; ++j) {
      y[i * n + j] = expf(x[i * n + j] - most);
      sum += y[i * n + j];
    }
    for (long j = 0; j < n; ++j)
      y[i * n + j] /= sum;
  }
}

void plainAttention(const float *restrict q, const float *restrict k, const float *restrict v, float *restrict y,
                    float *restrict scores, long heads, long tokens, long width) {
  for (long h = 0; h < heads; ++h) {
    long at = h * tokens * width;
    plainMatmulTransposed(q + at, k + at, scores, tokens, tokens, width);
    for (long i = 0; i < tokens * tokens; ++i)
      scores[i] *= 0.125f;
    plainSoftmax(scores, scores, tokens, tokens);
    plainMatmul(scores, v + at, y + at, tokens, width, tokens);
  }
}

typedef float Vector __attribute__((vector_size(64)));
// Compilers prefer vectors of 32 bytes on most processors that have wider ones, and would halve these.
#if defined(__clang__) && defined(__AVX512F__)
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#else
#define WHOLE_VECTORS
#endif

WHOLE_VECTORS double plainPeak(long rounds) {
  enum { Sums = 24 };
  Vector sums[Sums];
  Vector x, y;
  for (int i = 0; i < 16; ++i)
    x[i] = 0.999f, y[i] = 1e-6f;
  for (int s = 0; s < Sums; ++s)
    sums[s] = x + (float)s;
  for (long round = 0; round < rounds; ++round)
    for (int s = 0; s < Sums; ++s)
      sums[s] = sums[s] * x + y;
  volatile float kept = 0;
  for (int s = 0; s < Sums; ++s)
    kept = kept + sums[s][s % 16];
  return (double)rounds * Sums * 16 * 2;
}

WHOLE_VECTORS void plainStream(const float *x, float *y, long n) {
  for (long i = 0; i + 16 <= n; i += 16) {
    Vector value;
    memcpy(&value, x + i, sizeof value);
    __builtin_nontemporal_store(value, (Vector *)(y + i));
  }
}
