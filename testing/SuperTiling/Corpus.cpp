//===- Corpus.cpp - Own programs for super tiling -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Corpus.h"

#include "ProgramWriter.h"

#include <functional>

namespace alcove::supertiling {

namespace {

using Writer = ProgramWriter;

class Builder {
public:
  std::vector<CorpusProgram> programs;

  void add(const std::string &name, const std::function<std::vector<Tensor>(Writer &)> &build) {
    Writer writer;
    std::vector<Tensor> results = build(writer);
    programs.push_back({name, writer.finish(results)});
  }
};

Tensor bias(Writer &w, const Tensor &x) {
  return w.withBroadcast(x, w.argument({x.shape.back()}, x.element), {x.rank() - 1}, "add");
}

void matmuls(Builder &b) {
  b.add("matmul", [](Writer &w) { return std::vector{w.matmul(w.argument({128, 96}), w.argument({96, 160}))}; });
  b.add("matmul-odd", [](Writer &w) { return std::vector{w.matmul(w.argument({127, 61}), w.argument({61, 131}))}; });
  b.add("matmul-deep", [](Writer &w) { return std::vector{w.matmul(w.argument({16, 9000}), w.argument({9000, 16}))}; });
  b.add("matmul-i8",
        [](Writer &w) { return std::vector{w.matmul(w.argument({96, 200}, "i8"), w.argument({200, 72}, "i8"))}; });
  b.add("matmul-f16",
        [](Writer &w) { return std::vector{w.matmul(w.argument({64, 96}, "f16"), w.argument({96, 80}, "f16"))}; });
  b.add("matmul-bf16", [](Writer &w) {
    return std::vector{w.relu(w.matmul(w.argument({64, 96}, "bf16"), w.argument({96, 80}, "bf16")))};
  });
  b.add("matmul-f64",
        [](Writer &w) { return std::vector{w.matmul(w.argument({48, 100}, "f64"), w.argument({100, 56}, "f64"))}; });
  b.add("matmul-transposed",
        [](Writer &w) { return std::vector{w.matmulTransposed(w.argument({96, 80}), w.argument({112, 80}))}; });
  b.add("matmul-transposed-i8", [](Writer &w) {
    return std::vector{w.matmulTransposed(w.argument({96, 80}, "i8"), w.argument({112, 80}, "i8"))};
  });
  b.add("batch-matmul",
        [](Writer &w) { return std::vector{w.matmul(w.argument({6, 48, 64}), w.argument({6, 64, 40}))}; });
  b.add("matmul-chain-2", [](Writer &w) {
    return std::vector{w.matmul(w.matmul(w.argument({200, 32}), w.argument({32, 256})), w.argument({256, 32}))};
  });
  b.add("matmul-chain-4", [](Writer &w) {
    Tensor x = w.argument({300, 48});
    for (int i = 0; i < 4; ++i)
      x = w.matmul(x, w.argument({48, 48}));
    return std::vector{x};
  });
  b.add("mlp-2", [](Writer &w) {
    Tensor h = w.relu(bias(w, w.matmul(w.argument({256, 64}), w.argument({64, 256}))));
    return std::vector{bias(w, w.matmul(h, w.argument({256, 64})))};
  });
  b.add("mlp-tanh-3", [](Writer &w) {
    Tensor x = w.argument({180, 40});
    for (int64_t n : {120, 90, 30})
      x = w.tanh(bias(w, w.matmul(x, w.argument({x.shape[1], n}))));
    return std::vector{x};
  });
  b.add("mlp-gated", [](Writer &w) {
    Tensor x = w.argument({160, 48});
    Tensor gate = w.tanh(w.matmul(x, w.argument({48, 144}))), up = w.matmul(x, w.argument({48, 144}));
    return std::vector{w.matmul(w.mul(gate, up), w.argument({144, 48}))};
  });
  b.add("mlp-residual", [](Writer &w) {
    Tensor x = w.argument({192, 64});
    Tensor h = w.relu(w.matmul(x, w.argument({64, 192})));
    return std::vector{w.add(x, w.matmul(h, w.argument({192, 64})))};
  });
  b.add("mlp-i8-rescale", [](Writer &w) {
    Tensor h = w.rescale(w.matmul(w.argument({120, 64}, "i8"), w.argument({64, 96}, "i8")), 77, 14);
    return std::vector{w.rescale(w.matmul(h, w.argument({96, 40}, "i8")), 91, 15)};
  });
}

void normalizations(Builder &b) {
  b.add("softmax", [](Writer &w) { return std::vector{w.softmax(w.argument({120, 200}))}; });
  b.add("softmax-3d", [](Writer &w) { return std::vector{w.softmax(w.argument({5, 33, 77}))}; });
  b.add("softmax-long-row", [](Writer &w) { return std::vector{w.softmax(w.argument({3, 20000}))}; });
  b.add("softmax-named", [](Writer &w) { return std::vector{w.namedSoftmax(w.argument({96, 130}))}; });
  b.add("softmax-named-small", [](Writer &w) { return std::vector{w.namedSoftmax(w.argument({8, 16}))}; });
  b.add("layer-norm", [](Writer &w) { return std::vector{w.layerNorm(w.argument({160, 192}))}; });
  b.add("layer-norm-3d", [](Writer &w) { return std::vector{w.layerNorm(w.argument({4, 37, 96}))}; });
  b.add("layer-norm-matmul",
        [](Writer &w) { return std::vector{w.matmul(w.layerNorm(w.argument({144, 96})), w.argument({96, 64}))}; });
  b.add("matmul-softmax",
        [](Writer &w) { return std::vector{w.softmax(w.matmul(w.argument({100, 48}), w.argument({48, 150})))}; });
  b.add("reduce-sum", [](Writer &w) { return std::vector{w.reduceLast(w.argument({90, 700}), "sum")}; });
  b.add("reduce-max-i32", [](Writer &w) { return std::vector{w.reduceLast(w.argument({90, 700}, "i32"), "max")}; });
  b.add("reduce-twice",
        [](Writer &w) { return std::vector{w.reduceLast(w.reduceLast(w.argument({40, 50, 60}), "sum"), "max")}; });
  b.add("reduce-to-scalar", [](Writer &w) { return std::vector{w.reduceLast(w.argument({30000}, "i32"), "sum")}; });
}

void elementwise(Builder &b) {
  b.add("elementwise-1", [](Writer &w) { return std::vector{w.relu(w.argument({256, 256}))}; });
  b.add("elementwise-6", [](Writer &w) {
    Tensor x = w.argument({256, 300});
    for (int i = 0; i < 3; ++i)
      x = w.scale(w.relu(x), 0.5 + i);
    return std::vector{x};
  });
  b.add("elementwise-prime", [](Writer &w) { return std::vector{w.relu(w.scale(w.argument({10007}), 3))}; });
  b.add("elementwise-i8", [](Writer &w) {
    return std::vector{w.relu(w.add(w.argument({333, 111}, "i8"), w.argument({333, 111}, "i8")))};
  });
  b.add("broadcast-add", [](Writer &w) {
    return std::vector{w.relu(w.withBroadcast(w.argument({128, 200}), w.argument({128}), {0}, "add"))};
  });
  b.add("broadcast-op", [](Writer &w) {
    return std::vector{w.add(w.broadcast(w.argument({150}), {90, 150}, {0}), w.argument({90, 150}))};
  });
  b.add("transpose", [](Writer &w) { return std::vector{w.transpose(w.argument({170, 90}), {1, 0})}; });
  b.add("transpose-4d",
        [](Writer &w) { return std::vector{w.relu(w.transpose(w.argument({2, 24, 20, 18}), {0, 2, 3, 1}))}; });
  b.add("transpose-between",
        [](Writer &w) { return std::vector{w.relu(w.transpose(w.scale(w.argument({120, 130}), 2), {1, 0}))}; });
  b.add("diamond", [](Writer &w) {
    Tensor a = w.relu(w.argument({200, 100}));
    return std::vector{w.add(w.exp(a), w.scale(a, 3))};
  });
  b.add("diamond-chain", [](Writer &w) {
    Tensor x = w.argument({150, 120});
    for (int i = 0; i < 6; ++i)
      x = w.add(w.relu(x), w.scale(x, 0.25));
    return std::vector{x};
  });
  b.add("two-outputs", [](Writer &w) {
    Tensor a = w.relu(w.argument({200, 100}));
    return std::vector{a, w.scale(a, 2)};
  });
  b.add("two-outputs-matmul", [](Writer &w) {
    Tensor h = w.relu(w.matmul(w.argument({120, 60}), w.argument({60, 140})));
    return std::vector{h, w.matmul(h, w.argument({140, 50}))};
  });
  b.add("tiled-and-untiled-user", [](Writer &w) {
    Tensor a = w.scale(w.argument({240, 64}), 2);
    return std::vector{w.matmul(a, w.argument({64, 200})), w.reduceLast(a, "sum")};
  });
  b.add("outputs-transposed", [](Writer &w) {
    Tensor a = w.relu(w.argument({130, 110}));
    return std::vector{w.transpose(a, {1, 0}), w.scale(a, 2)};
  });
}

void convolutions(Builder &b) {
  b.add("conv-3x3",
        [](Writer &w) { return std::vector{w.conv(w.argument({1, 34, 34, 16}), w.argument({3, 3, 16, 24}))}; });
  b.add("conv-stride-2",
        [](Writer &w) { return std::vector{w.conv(w.argument({1, 41, 37, 8}), w.argument({3, 3, 8, 16}), 2)}; });
  b.add("conv-dilated",
        [](Writer &w) { return std::vector{w.conv(w.argument({1, 40, 40, 8}), w.argument({3, 3, 8, 12}), 1, 2)}; });
  b.add("conv-5x5-batch",
        [](Writer &w) { return std::vector{w.conv(w.argument({3, 20, 22, 6}), w.argument({5, 5, 6, 10}))}; });
  b.add("conv-1x1",
        [](Writer &w) { return std::vector{w.conv(w.argument({1, 28, 28, 48}), w.argument({1, 1, 48, 64}))}; });
  b.add("conv-1x1-stride-2", [](Writer &w) {
    Tensor a = w.relu(w.argument({1, 30, 30, 32}));
    return std::vector{w.conv(a, w.argument({1, 1, 32, 32}), 2), a};
  });
  b.add("conv-nchw",
        [](Writer &w) { return std::vector{w.convNchw(w.argument({1, 12, 30, 30}), w.argument({20, 12, 3, 3}))}; });
  b.add("conv-bias-relu", [](Writer &w) {
    return std::vector{w.relu(bias(w, w.conv(w.argument({1, 36, 36, 8}), w.argument({3, 3, 8, 24}))))};
  });
  b.add("conv-relu-conv", [](Writer &w) {
    Tensor h = w.relu(w.conv(w.argument({1, 40, 40, 6}), w.argument({3, 3, 6, 12})));
    return std::vector{w.conv(h, w.argument({3, 3, 12, 6}))};
  });
  b.add("conv-stack-strides", [](Writer &w) {
    Tensor x = w.argument({1, 63, 63, 3});
    x = w.relu(w.conv(x, w.argument({3, 3, 3, 12}), 2));
    x = w.relu(w.conv(x, w.argument({3, 3, 12, 16}), 2));
    return std::vector{w.relu(w.conv(x, w.argument({3, 3, 16, 24})))};
  });
  b.add("pad-conv", [](Writer &w) {
    return std::vector{w.conv(w.padSpatial(w.argument({1, 32, 32, 12}), 1), w.argument({3, 3, 12, 12}))};
  });
  b.add("pad-conv-relu-pad-conv", [](Writer &w) {
    Tensor h = w.relu(w.conv(w.padSpatial(w.argument({1, 32, 32, 8}), 1), w.argument({3, 3, 8, 12})));
    return std::vector{w.conv(w.padSpatial(h, 1), w.argument({3, 3, 12, 8}))};
  });
  b.add("conv-residual", [](Writer &w) {
    Tensor x = w.argument({1, 32, 32, 16});
    return std::vector{w.relu(w.add(x, w.conv(w.padSpatial(x, 1), w.argument({3, 3, 16, 16}))))};
  });
  b.add("bottleneck", [](Writer &w) {
    Tensor x = w.argument({1, 28, 28, 32});
    Tensor h = w.relu(w.conv(x, w.argument({1, 1, 32, 12})));
    h = w.relu(w.conv(w.padSpatial(h, 1), w.argument({3, 3, 12, 12})));
    return std::vector{w.relu(w.add(x, w.conv(h, w.argument({1, 1, 12, 32}))))};
  });
  b.add("depthwise",
        [](Writer &w) { return std::vector{w.depthwise(w.argument({1, 40, 40, 32}), w.argument({3, 3, 32}))}; });
  b.add("depthwise-stride-2",
        [](Writer &w) { return std::vector{w.depthwise(w.argument({1, 43, 39, 24}), w.argument({3, 3, 24}), 2)}; });
  b.add("mbconv", [](Writer &w) {
    Tensor h = w.relu(w.conv(w.argument({1, 34, 34, 8}), w.argument({1, 1, 8, 48})));
    h = w.relu(w.depthwise(h, w.argument({3, 3, 48})));
    return std::vector{w.conv(h, w.argument({1, 1, 48, 8}))};
  });
  b.add("max-pool", [](Writer &w) { return std::vector{w.pool(w.argument({1, 50, 50, 16}), 2, 2, "max")}; });
  b.add("max-pool-overlap", [](Writer &w) { return std::vector{w.pool(w.argument({1, 47, 45, 12}), 3, 2, "max")}; });
  b.add("pool-chain", [](Writer &w) {
    Tensor x = w.argument({1, 60, 60, 8});
    for (int i = 0; i < 3; ++i)
      x = w.scale(w.pool(x, 3, 1, "sum"), 0.111);
    return std::vector{x};
  });
  b.add("conv-pool", [](Writer &w) {
    return std::vector{w.pool(w.relu(w.conv(w.argument({1, 42, 42, 4}), w.argument({3, 3, 4, 16}))), 2, 2, "max")};
  });
  b.add("conv-i8-rescale", [](Writer &w) {
    return std::vector{w.rescale(w.conv(w.argument({1, 36, 36, 16}, "i8"), w.argument({3, 3, 16, 16}, "i8")), 131, 15)};
  });
  b.add("conv-i8-stack", [](Writer &w) {
    Tensor x =
        w.rescale(w.conv(w.padSpatial(w.argument({1, 30, 30, 8}, "i8"), 1), w.argument({3, 3, 8, 16}, "i8")), 131, 15);
    return std::vector{w.rescale(w.conv(w.padSpatial(x, 1), w.argument({3, 3, 16, 16}, "i8"), 2), 67, 15)};
  });
}

void reshapes(Builder &b) {
  b.add("collapse-between", [](Writer &w) {
    Tensor x = w.relu(w.argument({12, 20, 64}));
    return std::vector{w.scale(w.collapse(x, {{0, 1}, {2}}), 2)};
  });
  b.add("expand-between", [](Writer &w) {
    Tensor x = w.relu(w.argument({240, 64}));
    return std::vector{w.scale(w.expand(x, {{0, 1}, {2}}, {12, 20, 64}), 2)};
  });
  b.add("collapse-inner", [](Writer &w) {
    Tensor x = w.relu(w.argument({40, 6, 50}));
    return std::vector{w.relu(w.scale(w.collapse(x, {{0}, {1, 2}}), -1))};
  });
  b.add("flatten", [](Writer &w) {
    Tensor x = w.relu(w.argument({9, 70, 31}));
    return std::vector{w.scale(w.collapse(x, {{0, 1, 2}}), 2)};
  });
  b.add("matmul-expand-softmax", [](Writer &w) {
    Tensor x = w.matmul(w.argument({96, 40}), w.argument({40, 120}));
    return std::vector{w.softmax(w.expand(x, {{0, 1}, {2}}, {4, 24, 120}))};
  });
  b.add("concat-rows", [](Writer &w) {
    return std::vector{w.relu(w.concat({w.scale(w.argument({70, 90}), 2), w.relu(w.argument({50, 90}))}, 0))};
  });
  b.add("concat-columns", [](Writer &w) {
    return std::vector{w.relu(w.concat({w.scale(w.argument({140, 60}), 2), w.relu(w.argument({140, 50}))}, 1))};
  });
  b.add("slices", [](Writer &w) {
    Tensor x = w.scale(w.argument({150, 128}), 2);
    return std::vector{w.mul(w.slice(x, {0, 0}, {150, 64}), w.slice(x, {0, 64}, {150, 64}))};
  });
  b.add("attention", [](Writer &w) {
    Tensor q = w.argument({4, 48, 32}), k = w.argument({4, 48, 32}), v = w.argument({4, 48, 32});
    Tensor s = w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.176);
    return std::vector{w.matmul(w.softmax(s), v)};
  });
  b.add("attention-heads", [](Writer &w) {
    Tensor x = w.argument({64, 48});
    auto heads = [&] {
      Tensor p = w.matmul(x, w.argument({48, 48}));
      return w.transpose(w.expand(p, {{0}, {1, 2}}, {64, 4, 12}), {1, 0, 2});
    };
    Tensor q = heads(), k = heads(), v = heads();
    Tensor p = w.softmax(w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.288));
    Tensor o = w.collapse(w.transpose(w.matmul(p, v), {1, 0, 2}), {{0}, {1, 2}});
    return std::vector{w.add(x, w.matmul(o, w.argument({48, 48})))};
  });
  b.programs.push_back({"encoder-layer", encoder(1, 48, 48, 4)});
  b.programs.push_back({"detector-small", detector(32, 8, 1)});
}

Tensor linear(Writer &w, const Tensor &x, int64_t n) { return bias(w, w.matmul(x, w.argument({x.shape[1], n}))); }

Tensor convBlock(Writer &w, const Tensor &x, int64_t channels, int64_t window, int64_t stride) {
  Tensor in = window > 1 ? w.padSpatial(x, window / 2) : x;
  return w.relu(bias(w, w.conv(in, w.argument({window, window, x.shape[3], channels}), stride)));
}

Tensor stage(Writer &w, Tensor x, int depth) {
  int64_t half = x.shape[3] / 2;
  Tensor side = convBlock(w, x, half, 1, 1), main = convBlock(w, x, half, 1, 1);
  for (int i = 0; i < depth; ++i)
    main = w.add(main, convBlock(w, convBlock(w, main, half, 1, 1), half, 3, 1));
  return convBlock(w, w.concat({main, side}, 3), x.shape[3], 1, 1);
}

} // namespace

std::string encoder(int layers, int64_t tokens, int64_t width, int64_t heads) {
  Writer w;
  Tensor x = w.argument({tokens, width});
  int64_t head = width / heads;
  for (int layer = 0; layer < layers; ++layer) {
    Tensor n = w.layerNorm(x);
    auto split = [&] {
      return w.transpose(w.expand(linear(w, n, width), {{0}, {1, 2}}, {tokens, heads, head}), {1, 0, 2});
    };
    Tensor q = split(), k = split(), v = split();
    Tensor p = w.softmax(w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.125));
    Tensor o = w.collapse(w.transpose(w.matmul(p, v), {1, 0, 2}), {{0}, {1, 2}});
    x = w.add(x, linear(w, o, width));
    Tensor h = w.tanh(linear(w, w.layerNorm(x), 4 * width));
    x = w.add(x, linear(w, h, width));
  }
  return w.finish({x});
}

std::string detector(int64_t image, int64_t width, int depth) {
  Writer w;
  Tensor x = convBlock(w, w.argument({1, image, image, 3}), width, 3, 2);
  std::vector<Tensor> levels;
  for (int i = 0; i < 3; ++i) {
    x = stage(w, convBlock(w, x, 2 * x.shape[3], 3, 2), depth);
    levels.push_back(x);
  }
  std::vector<Tensor> outputs;
  for (const Tensor &level : levels)
    outputs.push_back(w.conv(convBlock(w, level, width, 3, 1), w.argument({1, 1, width, 15})));
  return w.finish(outputs);
}

std::vector<CorpusProgram> corpus() {
  Builder builder;
  matmuls(builder);
  normalizations(builder);
  elementwise(builder);
  convolutions(builder);
  reshapes(builder);
  return std::move(builder.programs);
}

} // namespace alcove::supertiling
