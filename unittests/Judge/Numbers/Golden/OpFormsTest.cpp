//===- OpFormsTest.cpp - Ops in other forms --------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two hundred random programs of each kind on the same numbers: as they are, and after ttir-op-forms; and ops of TTNN
// with what each of their forms makes.
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using reference::ElementType;
using reference::Tensor;

namespace {

constexpr int numPrograms = 200;

std::string tensorOf(const std::vector<int64_t> &shape, const char *type = "f32") {
  return fmt::format("tensor<{}x{}>", fmt::join(shape, "x"), type);
}

int64_t below(Random &random, int64_t bound) {
  return static_cast<int64_t>(random.below(static_cast<uint64_t>(bound)));
}

Tensor numbers(Random &random, const std::vector<int64_t> &shape, ElementType type = ElementType::F32) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<float>(below(random, 4001) - 2000) / 512);
  Result<Tensor> tensor = Tensor::fromFloats(type, shape, std::move(values));
  EXPECT_TRUE(tensor.ok());
  return std::move(*tensor);
}

Tensor resultOf(ModuleOp module, const std::vector<Tensor> &arguments) {
  std::vector<reference::PerChip> perChip;
  for (const Tensor &argument : arguments)
    perChip.push_back({argument});
  Result<reference::FunctionRun> run =
      reference::runFunction(*module.getOps<func::FuncOp>().begin(), std::move(perChip));
  EXPECT_TRUE(run.ok()) << run.error().message;
  return run.ok() ? run->results[0][0] : Tensor();
}

struct Twins {
  Tensor before, after;
  bool changed = false; ///< the pass wrote another form
};

Twins twins(Workshop &workshop, const std::string &text, const std::vector<Tensor> &arguments) {
  auto module = workshop.parse(text);
  EXPECT_TRUE(module.ok()) << module.error().message << text;
  if (!module.ok())
    return {};
  Twins found{resultOf(**module, arguments), {}, false};
  std::string before, after;
  llvm::raw_string_ostream(before) << **module;
  EXPECT_TRUE(workshop.run(**module, "ttir-op-forms").ok()) << workshop.takeErrors();
  llvm::raw_string_ostream(after) << **module;
  found.changed = before != after;
  found.after = resultOf(**module, arguments);
  return found;
}

/// Largest difference, beside the largest number.
double deviation(const Twins &found) {
  double largest = 0, error = 0;
  for (size_t i = 0; i < found.before.floats().size(); ++i) {
    largest = std::max(largest, std::fabs(static_cast<double>(found.before.floats()[i])));
    error = std::max(error, std::fabs(static_cast<double>(found.before.floats()[i]) - found.after.floats()[i]));
  }
  return largest == 0 ? error : error / largest;
}

/// Every tensor of the function interleaved in DRAM, in tiles or in rows.
void layOut(func::FuncOp function, device::PageLayout pages) {
  auto laidOut = [&](Type type) -> Type {
    auto tensor = cast<RankedTensorType>(type);
    device::TensorLayout layout;
    layout.dataType = tensor.getElementType().isBF16() ? device::DataType::BF16 : device::DataType::F32;
    layout.pageLayout = pages;
    return ttnn::withLayout(tensor, ttnn::TTNNLayoutAttr::get(tensor.getContext(), tensor.getShape(), layout,
                                                              std::pair<int64_t, int64_t>(1, 1)));
  };
  Block &block = function.getBody().front();
  for (BlockArgument argument : block.getArguments())
    argument.setType(laidOut(argument.getType()));
  for (Operation &op : block.without_terminator())
    for (Value result :
         llvm::make_filter_range(op.getResults(), [](Value value) { return isa<RankedTensorType>(value.getType()); }))
      result.setType(laidOut(result.getType()));
  function.setType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(), block.getTerminator()->getOperandTypes()));
}

/// What the function gives as it stands, and by form; empty when it was not parsed.
std::map<std::string, Tensor> resultsByForm(Workshop &workshop, const std::string &text,
                                            const std::vector<Tensor> &arguments,
                                            std::optional<device::PageLayout> pages = std::nullopt) {
  std::map<std::string, Tensor> results;
  auto module = workshop.parse(text);
  EXPECT_TRUE(module.ok()) << module.error().message << text;
  if (!module.ok())
    return results;
  func::FuncOp function = *(*module)->getOps<func::FuncOp>().begin();
  if (pages)
    layOut(function, *pages);
  EXPECT_TRUE(workshop.run(**module, "ttnn-propose-forms").ok()) << workshop.takeErrors();
  std::vector<reference::PerChip> perChip;
  for (const Tensor &argument : arguments)
    perChip.push_back({argument});
  auto resultOf = [&] {
    Result<reference::FunctionRun> run = reference::runFunction(function, perChip);
    EXPECT_TRUE(run.ok()) << run.error().message << text;
    return run.ok() ? run->results[0][0] : Tensor();
  };
  results["as-it-stands"] = resultOf();
  Operation *end = function.getBody().front().getTerminator();
  for (Operation &op : function.getBody().front()) {
    auto mark = op.getAttrOfType<DictionaryAttr>("alcove.form");
    if (!mark || mark.getAs<DenseI64ArrayAttr>("results")[0] != 0)
      continue;
    end->setOperand(0, op.getResult(0));
    results[mark.getAs<StringAttr>("form").str()] = resultOf();
  }
  return results;
}

std::string functionOf(const std::string &op, const std::string &attributes, const std::string &from,
                       const std::string &to) {
  return fmt::format("func.func @f(%x: {2}) -> {3} attributes {{tt.function_type = \"forward_device\"}} {{\n"
                     "  %0 = \"ttnn.{0}\"(%x) <{{{1}}}> : ({2}) -> {3} loc(\"it\")\n  return %0 : {3}\n}}\n",
                     op, attributes, from, to);
}

} // namespace

TEST(OpFormsTest, NumbersBesideProductsGoToAnOperand) {
  Workshop workshop;
  Random random(62);
  int64_t changed = 0;
  for (int i = 0; i < numPrograms; ++i) {
    int64_t batch = 1 + below(random, 3), m = 1 + below(random, 40), k = 1 + below(random, 24),
            n = 1 + below(random, 40);
    bool turned = random.below(2), divides = random.below(2), known = random.below(2), powerOfTwo = random.below(2);
    double number = powerOfTwo ? std::exp2(static_cast<double>(below(random, 9)) - 4) : 5.656854;
    std::string a = tensorOf({batch, m, k}), b = tensorOf(turned ? std::vector{batch, n, k} : std::vector{batch, k, n});
    std::string product = tensorOf({batch, m, n}), scale = known ? product : "tensor<1xf32>";
    std::string text = fmt::format(
        "func.func @f(%a: {0}, %b: {1}, %s: tensor<1xf32>) -> {2} {{\n"
        "  %n = \"ttir.full\"() <{{fill_value = {4} : f32, shape = array<i32: {5}, {6}, {7}>}}> : () -> {2}\n"
        "  %0 = \"ttir.matmul\"(%a, %b) <{{transpose_a = false, transpose_b = {8}}}> : ({0}, {1}) -> {2}\n"
        "  %1 = \"ttir.{9}\"(%0, {10}) : ({2}, {3}) -> {2}\n  return %1 : {2}\n}}\n",
        a, b, product, scale, fmt::format("{:e}", number), batch, m, n, turned, divides ? "div" : "multiply",
        known ? "%n" : "%s");
    Result<Tensor> s = Tensor::fromFloats(ElementType::F32, {1}, {static_cast<float>(number)});
    ASSERT_TRUE(s.ok());
    Twins found = twins(workshop, text,
                        {numbers(random, {batch, m, k}),
                         numbers(random, turned ? std::vector{batch, n, k} : std::vector{batch, k, n}), *s});
    ASSERT_EQ(found.changed, m * k < m * n || k * n < m * n) << text;
    changed += found.changed;
    ASSERT_LE(deviation(found), powerOfTwo ? 0.0 : 1e-6) << text;
  }
  EXPECT_GT(changed, 100);
}

TEST(OpFormsTest, NormsOfGroupsAreTheSameOnTheImage) {
  Workshop workshop;
  Random random(63);
  for (int i = 0; i < numPrograms; ++i) {
    int64_t images = 1 + below(random, 3), groups = 1 + below(random, 5), each = 1 + below(random, 5);
    int64_t height = 2 + below(random, 6), width = 2 + below(random, 6);
    bool flat = random.below(2), kept = random.below(2);
    std::string image = tensorOf({images, groups * each, height, width});
    std::vector<int64_t> lead = flat ? std::vector{images * groups} : std::vector{images, groups};
    auto rowsOf = [&](int64_t last) {
      std::vector<int64_t> shape = lead;
      shape.push_back(last);
      return shape;
    };
    int64_t last = each * height * width;
    std::string rows = tensorOf(rowsOf(last)), column = tensorOf(rowsOf(1)), line = tensorOf(lead);
    auto reshape = [](const char *to, const char *from, const std::vector<int64_t> &shape, const std::string &before) {
      return fmt::format("  {} = \"ttir.reshape\"({}) <{{shape = [{} : i32]}}> : ({}) -> {}\n", to, from,
                         fmt::join(shape, " : i32, "), before, tensorOf(shape));
    };
    std::string text = fmt::format("func.func @f(%x: {0}) -> {0} {{\n", image);
    text += reshape("%r", "%x", rowsOf(last), image);
    text += fmt::format("  %m = \"ttir.mean\"(%r) <{{dim_arg = [{0} : i32], keep_dim = true}}> : ({1}) -> {2}\n"
                        "  %d = \"ttir.subtract\"(%r, %m) : ({1}, {2}) -> {1}\n"
                        "  %q = \"ttir.multiply\"(%d, %d) : ({1}, {1}) -> {1}\n"
                        "  %v = \"ttir.sum\"(%q) <{{dim_arg = [-1 : i32], keep_dim = {3}}}> : ({1}) -> {4}\n",
                        lead.size(), rows, column, kept, kept ? column : line);
    text += kept ? "" : reshape("%w", "%v", rowsOf(1), line);
    text += fmt::format("  %o = \"ttir.sqrt\"({2}) : ({1}) -> {1}\n  %y = \"ttir.div\"(%d, %o) : ({0}, {1}) -> {0}\n",
                        rows, column, kept ? "%v" : "%w");
    text += reshape("%z", "%y", {images, groups * each, height, width}, rows);
    text += fmt::format("  return %z : {}\n}}\n", image);
    Twins found = twins(workshop, text, {numbers(random, {images, groups * each, height, width})});
    ASSERT_TRUE(found.changed) << text;
    ASSERT_LE(deviation(found), 1e-5) << text;
  }
}

TEST(OpFormsTest, ProductsArePowersUpToTheirRoundings) {
  static constexpr float infinity = std::numeric_limits<float>::infinity();
  Workshop workshop;
  Random random(61);
  for (int i = 0; i < numPrograms; ++i) {
    bool narrow = random.below(2);
    int64_t exponent = 2 + below(random, 3);
    std::vector<int64_t> shape{1 + below(random, 40), 2 + below(random, 40)};
    std::string type = tensorOf(shape, narrow ? "bf16" : "f32");
    Tensor x = numbers(random, shape, narrow ? ElementType::BF16 : ElementType::F32);
    std::span<float> values = x.mutableFloats();
    values[0] = random.below(2) ? infinity : -infinity;
    values[1] = random.below(2) ? NAN : -0.0f;
    auto results =
        resultsByForm(workshop, functionOf("pow_scalar", fmt::format("rhs = {}.0 : f32", exponent), type, type), {x});
    ASSERT_EQ(results.size(), 2u);
    const Tensor &before = results["as-it-stands"], &after = results["as-products"];
    for (size_t k = 0; k < values.size(); ++k) {
      float a = before.floats()[k], b = after.floats()[k];
      ASSERT_EQ(std::isnan(a), std::isnan(b)) << values[k];
      if (!std::isfinite(a)) {
        ASSERT_TRUE(std::isnan(a) || a == b) << values[k];
        continue;
      }
      ASSERT_EQ(std::signbit(a), std::signbit(b)) << values[k];
      // Three roundings at most, of half a unit each, the inner ones raised to a power of 2 at most.
      ASSERT_LE(std::fabs(a - b), 4 * std::fabs(a) * (narrow ? 0x1p-8f : 0x1p-23f)) << values[k] << "^" << exponent;
    }
  }
}

TEST(OpFormsTest, MovesInOtherWaysAreEqualInEveryBit) {
  Workshop workshop;
  Random random(64);
  std::map<std::string, int> seen;
  for (int i = 0; i < numPrograms; ++i) {
    bool narrow = random.below(2), tiled = random.below(2);
    std::vector<int64_t> shape(3 + below(random, 3)), order(shape.size()), moved;
    for (int64_t &extent : shape)
      extent = 1 + below(random, 9);
    std::iota(order.begin(), order.end(), 0);
    for (size_t k = order.size(); k > 1; --k)
      std::swap(order[k - 1], order[static_cast<size_t>(below(random, static_cast<int64_t>(k)))]);
    for (int64_t dim : order)
      moved.push_back(shape[static_cast<size_t>(dim)]);
    const char *element = narrow ? "bf16" : "f32";
    bool permutes = random.below(4) > 0;
    std::string attributes = permutes ? fmt::format("permutation = array<i64: {}>", fmt::join(order, ", "))
                                      : fmt::format("shape = [{} : i32]", fmt::join(moved, " : i32, "));
    auto results = resultsByForm(
        workshop,
        functionOf(permutes ? "permute" : "reshape", attributes, tensorOf(shape, element), tensorOf(moved, element)),
        {numbers(random, shape, narrow ? ElementType::BF16 : ElementType::F32)},
        tiled ? device::PageLayout::Tile : device::PageLayout::RowMajor);
    const Tensor &before = results["as-it-stands"];
    for (const auto &[form, after] : results) {
      ++seen[form];
      ASSERT_EQ(after.shape(), before.shape()) << form;
      ASSERT_TRUE(std::ranges::equal(after.floats(), before.floats())) << form;
    }
    ASSERT_EQ(results.contains("through-rows"), tiled);
  }
  EXPECT_GT(seen["in-two-moves"], 20);
}

TEST(OpFormsTest, RowsOfConstantsAreRepeatedBeforeTheRun) {
  Workshop workshop;
  Random random(65);
  int seen = 0;
  for (int i = 0; i < numPrograms; ++i) {
    std::vector<int64_t> whole(2 + below(random, 3));
    for (int64_t &extent : whole)
      extent = 1 + below(random, 9);
    std::vector<int64_t> row = whole;
    row[row.size() - 2] = 1;
    for (size_t k = 0; k + 2 < row.size(); ++k)
      row[k] = random.below(2) ? row[k] : 1;
    for (size_t k = 0; k + 1 < whole.size() && row[0] == 1 && random.below(2); ++k)
      row.erase(row.begin());
    bool known = random.below(4) > 0, first = random.below(2);
    const char *names[] = {"add", "subtract", "multiply", "divide"};
    std::string x = tensorOf(whole, "bf16"), w = tensorOf(row, "bf16");
    std::string text = fmt::format(
        "func.func @f(%x: {0}, %w: {1} {{ttcore.argument_type = #ttcore.argument_type<{2}>}}) -> {0} attributes "
        "{{tt.function_type = \"forward_device\"}} {{\n  %0 = \"ttnn.{3}\"({4}) : ({5}, {6}) -> {0} loc(\"it\")\n"
        "  return %0 : {0}\n}}\n",
        x, w, known ? "parameter" : "input", names[below(random, 4)], first ? "%w, %x" : "%x, %w", first ? w : x,
        first ? x : w);
    auto results = resultsByForm(workshop, text,
                                 {numbers(random, whole, ElementType::BF16), numbers(random, row, ElementType::BF16)},
                                 device::PageLayout::Tile);
    // Where the row lies under pieces, the whole of it is not needed.
    ASSERT_EQ(results.contains("row-repeated"),
              known && whole[whole.size() - 2] > 1 && !results.contains("row-under-pieces"))
        << text;
    if (!results.contains("row-repeated"))
      continue;
    ++seen;
    std::span<const float> before = results["as-it-stands"].floats(), after = results["row-repeated"].floats();
    for (size_t k = 0; k < before.size(); ++k)
      ASSERT_TRUE(before[k] == after[k] || (std::isnan(before[k]) && std::isnan(after[k]))) << text;
  }
  EXPECT_GT(seen, 25);
}

TEST(OpFormsTest, RowsLieUnderEachPieceAsTiles) {
  Workshop workshop;
  Random random(67);
  int seen = 0, missed = 0;
  for (int i = 0; i < numPrograms; ++i) {
    std::vector<int64_t> whole(2 + below(random, 3));
    for (int64_t &extent : whole)
      extent = 1 + below(random, 4);
    int64_t &height = whole[whole.size() - 2];
    height = random.below(2) ? 32 * (1 + below(random, 3)) : 1 + below(random, 70);
    std::vector<int64_t> row = whole;
    row[row.size() - 2] = 1;
    for (size_t k = 0; k + 2 < row.size(); ++k)
      row[k] = random.below(2) ? row[k] : 1;
    // The row differs by the leading dimensions up to some; pieces are all others.
    bool ordered = true, repeats = false;
    int64_t pieces = height % 32 == 0 ? height / 32 : 1;
    for (size_t k = 0; k + 2 < row.size(); ++k) {
      repeats |= row[k] != whole[k];
      ordered &= !repeats || row[k] == 1;
      pieces *= repeats ? whole[k] : 1;
    }
    bool known = random.below(2), first = random.below(2), expected = height > 1 && ordered && pieces > 1;
    const char *names[] = {"add", "subtract", "multiply", "divide"};
    std::string x = tensorOf(whole, "bf16"), w = tensorOf(row, "bf16");
    std::string text = fmt::format(
        "func.func @f(%x: {0}, %w: {1} {{ttcore.argument_type = #ttcore.argument_type<{2}>}}) -> {0} attributes "
        "{{tt.function_type = \"forward_device\"}} {{\n  %0 = \"ttnn.{3}\"({4}) : ({5}, {6}) -> {0} loc(\"it\")\n"
        "  return %0 : {0}\n}}\n",
        x, w, known ? "parameter" : "input", names[below(random, 4)], first ? "%w, %x" : "%x, %w", first ? w : x,
        first ? x : w);
    auto results = resultsByForm(workshop, text,
                                 {numbers(random, whole, ElementType::BF16), numbers(random, row, ElementType::BF16)},
                                 device::PageLayout::Tile);
    ASSERT_EQ(results.contains("row-under-pieces"), expected) << text;
    ++(expected ? seen : missed);
    if (!expected)
      continue;
    const Tensor &before = results["as-it-stands"], &after = results["row-under-pieces"];
    ASSERT_EQ(after.shape(), before.shape());
    for (size_t k = 0; k < before.floats().size(); ++k)
      ASSERT_TRUE(before.floats()[k] == after.floats()[k] ||
                  (std::isnan(before.floats()[k]) && std::isnan(after.floats()[k])))
          << text;
  }
  EXPECT_GT(seen, 50);
  EXPECT_GT(missed, 50);
}

namespace {
/// A convolution over rows of pixels, (1, 1, N H W, C), and what keeps it from being a product.
struct RowConvolution {
  enum Miss { None, Height, Padding, Overlap, CutOff, Groups, Weights, SliceConfig, Types, NumMisses };
  Miss miss = None;
  bool narrow = false, tiled = false, bias = false;
  int64_t batch = 1, height = 1, windows = 1, pixels = 1, channels = 2, out = 2;
  const char *activation = nullptr;

  explicit RowConvolution(Random &random)
      : miss(random.below(2) ? None : static_cast<Miss>(below(random, NumMisses))), narrow(random.below(2)),
        tiled(random.below(2)), bias(random.below(2)), batch(1 + below(random, 3)), height(2 + below(random, 5)),
        windows(2 + below(random, 6)), pixels(1 + below(random, 3)), channels(2 * (1 + below(random, 4))),
        out(2 * (1 + below(random, 5))) {
    const char *activations[] = {nullptr, "relu", "relu6", "silu"};
    activation = activations[below(random, 4)];
    if (miss == Overlap || miss == CutOff)
      pixels = 2 + below(random, 2);
  }

  int64_t width() const { return windows * pixels + (miss == CutOff); }
  int64_t kernelHeight() const { return miss == Height ? 2 : 1; }
  int64_t groups() const { return miss == Groups ? 2 : 1; }
  int64_t stride() const { return miss == Overlap ? pixels - 1 : pixels; }
  int64_t resultPixels() const {
    int64_t padded = width() + (miss == Padding ? 2 * pixels : 0);
    int64_t high = (height - kernelHeight()) / kernelHeight() + 1;
    return batch * high * ((padded - pixels) / stride() + 1);
  }
  std::vector<int64_t> image() const { return {1, 1, batch * height * width(), channels}; }
  std::vector<int64_t> weights() const { return {out, channels / groups(), kernelHeight(), pixels}; }
  bool isProduct() const { return miss == None; }
  ElementType weightType() const { return narrow != (miss == Types) ? ElementType::BF16 : ElementType::F32; }

  std::string text() const {
    const char *element = narrow ? "bf16" : "f32";
    std::string x = tensorOf(image(), element),
                w = tensorOf(weights(), weightType() == ElementType::BF16 ? "bf16" : "f32"),
                b = tensorOf({1, 1, 1, out}, element), y = tensorOf({1, 1, resultPixels(), out}, element);
    std::string config = activation ? fmt::format("conv2d_config = #ttnn.conv2d_config<activation = <op_type = {}>, "
                                                  "config_tensors_in_dram = true>, ",
                                                  activation)
                                    : "";
    if (miss == SliceConfig)
      config += "conv2d_slice_config = #ttnn.conv2d_slice_config<l1_full, 0>, ";
    return fmt::format(
        "func.func @f(%x: {0}, %w: {1} {{ttcore.argument_type = #ttcore.argument_type<{4}>}}, "
        "%b: {2} {{ttcore.argument_type = #ttcore.argument_type<parameter>}}) -> {3} attributes "
        "{{tt.function_type = \"forward_device\"}} {{\n"
        "  %d = \"ttnn.get_device\"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : "
        "() "
        "-> !ttnn.device\n"
        "  %0 = \"ttnn.conv2d\"(%x, %w{5}, %d) <{{batch_size = {6} : i32, {7}dilation = array<i32: 1, 1>, groups = {8} "
        ": i32, "
        "in_channels = {9} : i32, input_height = {10} : i32, input_width = {11} : i32, kernel_size = array<i32: {12}, "
        "{13}>, "
        "operandSegmentSizes = array<i32: 1, 1, {14}, 1>, out_channels = {15} : i32, padding = array<i32: 0, 0, {16}, "
        "{16}>, "
        "stride = array<i32: {12}, {17}>}}> : ({0}, {1}{18}, !ttnn.device) -> {3} loc(\"it\")\n  return %0 : {3}\n}}\n",
        x, w, b, y, miss == Weights ? "input" : "parameter", bias ? ", %b" : "", batch, config, groups(), channels,
        height, width(), kernelHeight(), pixels, bias ? 1 : 0, out, miss == Padding ? pixels : 0, stride(),
        bias ? ", " + b : "");
  }
};

/// Numbers whose products of two add up without rounding in f32.
Tensor eighths(Random &random, const std::vector<int64_t> &shape, ElementType type) {
  int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<float>(below(random, 17) - 8) / 8);
  Result<Tensor> tensor = Tensor::fromFloats(type, shape, std::move(values));
  EXPECT_TRUE(tensor.ok());
  return std::move(*tensor);
}
} // namespace

TEST(OpFormsTest, WindowsThatCoverRowsAreMultiplied) {
  Workshop workshop;
  Random random(66);
  std::map<RowConvolution::Miss, int> seen;
  for (int i = 0; i < numPrograms; ++i) {
    RowConvolution conv(random);
    ElementType type = conv.narrow ? ElementType::BF16 : ElementType::F32;
    auto results =
        resultsByForm(workshop, conv.text(),
                      {eighths(random, conv.image(), type), eighths(random, conv.weights(), conv.weightType()),
                       eighths(random, {1, 1, 1, conv.out}, type)},
                      conv.tiled ? device::PageLayout::Tile : device::PageLayout::RowMajor);
    // A result in rows is no product's.
    ASSERT_EQ(results.contains("as-product"), conv.isProduct() && conv.tiled) << conv.text();
    ++seen[conv.miss];
    if (!results.contains("as-product"))
      continue;
    const Tensor &before = results["as-it-stands"], &after = results["as-product"];
    ASSERT_EQ(after.shape(), before.shape());
    ASSERT_TRUE(std::ranges::equal(after.floats(), before.floats())) << conv.text();
  }
  for (int miss = 0; miss < RowConvolution::NumMisses; ++miss)
    EXPECT_GE(seen[static_cast<RowConvolution::Miss>(miss)], 3) << miss;
}
