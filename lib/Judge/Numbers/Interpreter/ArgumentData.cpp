//===- ArgumentData.cpp - Numbers for a function's arguments - --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"
#include "alcove/Judge/Numbers/Tensor/Npy.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>

namespace alcove::reference {

namespace {

/// Magnitudes that the block format of a weight counts (`ttcore.weight_dtype`); 0 when it goes to none.
int magnitudesOfWeight(mlir::func::FuncOp function, mlir::BlockArgument argument) {
  auto format = function.getArgAttrOfType<mlir::StringAttr>(argument.getArgNumber(), "ttcore.weight_dtype");
  return !format ? 0 : format.getValue() == "bfp_bf8" ? 127 : format.getValue() == "bfp_bf4" ? 7 : 0;
}

// NUM-E8
/// The least power of two of which `magnitudes` steps reach four deviations. Multiples of it, no more than that many,
/// are held exactly by any block of the format, however the tensor is turned before.
float fixedPointStep(double deviation, int magnitudes) {
  int exponent;
  std::frexp(4 * deviation / magnitudes, &exponent);
  return std::ldexp(1.0f, exponent);
}

/// The sum of four uniform numbers of 16 bits, of deviation 1: near enough to normal, and one step of the generator.
double normal(Random &random) {
  uint64_t bits = random.next();
  auto sum = static_cast<double>((bits & 0xffff) + ((bits >> 16) & 0xffff) + ((bits >> 32) & 0xffff) + (bits >> 48));
  constexpr double deviation = 37837.2; // sqrt(4 / 12) * 65536
  return (sum - 2.0 * 65535) / deviation;
}

// NUM-D2
/// Rows of unlike size and mean, some so small that the epsilon of a norm shows.
struct Row {
  Row(uint64_t seed, int64_t row) {
    static constexpr int exponents[] = {0, -1, 1, 0, -2, 0, -7, 1};
    uint64_t bits = mix64(seed ^ (static_cast<uint64_t>(row) * 0x9e3779b97f4a7c15u));
    size = std::ldexp(1.0, exponents[row % 8]);
    mean = size * (static_cast<double>(bits % 1024) / 1024 - 0.5);
  }
  double size, mean;
};

// NUM-D1, NUM-D3
double drawn(const RoleOfArgument &role, Random &random, bool isFirst) {
  switch (role.role) {
  case ArgumentRole::Positive:
    return 0.5 + random.unit();
  case ArgumentRole::Epsilon:
    return 0.01 * (1.0 + random.unit());
  case ArgumentRole::CountReciprocal:
    return (0.75 + 0.5 * random.unit()) / static_cast<double>(role.count);
  case ArgumentRole::NormScale:
    return 1.0 + 0.25 * normal(random);
  case ArgumentRole::Bias:
    return 0.25 * normal(random);
  case ArgumentRole::Weight:
    return normal(random) / std::sqrt(static_cast<double>(role.count));
  case ArgumentRole::One:
    return 1.0;
  case ArgumentRole::Mask: {
    // A row that is masked altogether is what rounding makes of it, so that the first of each is seen.
    uint64_t kind = random.below(8);
    return kind < 3 || isFirst ? 0.0 : kind < 6 ? normal(random) : -10000.0;
  }
  default:
    return normal(random);
  }
}

/// Extent of the last dimension of more than one element.
int64_t lengthOfLines(const Shape &shape) {
  size_t last = shape.size();
  while (last > 0 && shape[last - 1] == 1)
    --last;
  return last > 0 ? std::max<int64_t>(1, shape[last - 1]) : 1;
}

/// The nearest integer not above `value` >= 0 that a float type holds.
int64_t heldFrom(int64_t value, ElementType type) {
  int bits = type == ElementType::BF16 ? 8 : type == ElementType::F16 ? 11 : 24;
  int width = static_cast<int>(std::bit_width(static_cast<uint64_t>(value)));
  return width <= bits ? value : value >> (width - bits) << (width - bits);
}

// NUM-D4
Result<Tensor> seededIntegers(const RoleOfArgument &role, ElementType held, Shape shape, int64_t count,
                              Random &random) {
  std::vector<int64_t> values(count);
  int64_t length = lengthOfLines(shape);
  for (int64_t i = 0; i < count; ++i) {
    int64_t &value = values[i];
    if (role.role == ArgumentRole::Position && count > 1)
      value = i % length;
    else if (role.role == ArgumentRole::Fixed)
      value = role.elements[i % role.elements.size()];
    else if (role.role == ArgumentRole::Index)
      // A single position stands for all that came before it.
      value = role.low + (count == 1 ? role.count / 2 + static_cast<int64_t>(random.below((role.count + 1) / 2))
                                     : static_cast<int64_t>(random.below(role.count)));
    else if (role.role == ArgumentRole::Flag || held == ElementType::I1)
      value = random.below(4) != 0 || i % length == 0; // no line masks all
    else
      value = static_cast<int64_t>(random.below(8));
  }
  return Tensor::fromIntegers(held, std::move(shape), std::move(values));
}

/// Draws the floats of an argument in blocks; each has a generator of its own, so that any number of threads makes what
/// one makes, and large arguments are never all there as f32.
class Draw {
public:
  static constexpr int64_t block = 1 << 16;

  Draw(mlir::func::FuncOp function, mlir::BlockArgument argument, RoleOfArgument role, const Shape &shape,
       Random random)
      : role(role), random(random), seedOfBlocks(Random(random).next()),
        rowLength(shape.empty() ? 1 : std::max<int64_t>(1, shape.back())), lineLength(lengthOfLines(shape)) {
    isWeight = role.role == ArgumentRole::Weight;
    hasRows = role.role == ArgumentRole::Activation || role.role == ArgumentRole::Table;
    deviation = isWeight ? 1.0 / std::sqrt(static_cast<double>(role.count)) : 1.0;
    if (int magnitudes = isWeight ? magnitudesOfWeight(function, argument) : 0; magnitudes > 0) {
      step = fixedPointStep(deviation, magnitudes);
      most = static_cast<float>(magnitudes);
    }
  }
  /// Calls `take(first element, values)` for each block, in any order and at once.
  template <typename Take>
  void each(int64_t count, Take take) const {
    inParts((count + block - 1) / block, count, [&](int64_t begin, int64_t end) {
      std::vector<float> values(std::min(block, count));
      for (int64_t at = begin; at < end; ++at) {
        std::span<float> part(values.data(), std::min(block, count - at * block));
        fill(at, part);
        take(at * block, part);
      }
    });
  }

private:
  void fill(int64_t at, std::span<float> values) const {
    Random own = at == 0 ? random : Random(seedOfBlocks + static_cast<uint64_t>(at));
    if (isWeight && step == 0) { // most of all elements
      for (float &value : values)
        value = static_cast<float>(normal(own) * deviation);
      return;
    }
    if (isWeight) {
      // Rounded to the nearest integer by adding what leaves no bits for fractions; magnitudes are below 2^22.
      constexpr float noFractions = 0x1.8p23f;
      float perStep = 1.0f / step;
      for (float &value : values) {
        float steps = (static_cast<float>(normal(own) * deviation) * perStep + noFractions) - noFractions;
        value = step * std::clamp(steps, -most, most);
      }
      return;
    }
    for (int64_t i = at * block; float &value : values) {
      double number = drawn(role, own, i % lineLength == 0);
      if (hasRows) {
        Row row(seedOfBlocks, i / rowLength);
        number = number * row.size + row.mean;
      }
      value = static_cast<float>(number);
      ++i;
    }
  }
  RoleOfArgument role;
  Random random;
  uint64_t seedOfBlocks;
  int64_t rowLength, lineLength;
  bool isWeight = false, hasRows = false;
  double deviation = 1.0;
  float step = 0, most = 0; ///< of a block format; 0 for none
};

/// An argument as its declared type holds it; packed at once where that type is bf16.
Result<PackedTensor> seeded(mlir::func::FuncOp function, mlir::BlockArgument argument, ElementType held,
                            Random random) {
  auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
  Shape shape(type.getShape().begin(), type.getShape().end());
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  RoleOfArgument role = roleOf(function, argument);
  bool isIndex = role.role == ArgumentRole::Index || role.role == ArgumentRole::Fixed;
  if (!isFloat(held) || isIndex) {
    ElementType drawnAs = isFloat(held) ? ElementType::I64 : held;
    ALCOVE_ASSIGN_OR_RETURN(Tensor integers, seededIntegers(role, drawnAs, std::move(shape), count, random));
    if (isFloat(held))
      for (int64_t &value : integers.mutableIntegers())
        value = heldFrom(value, held);
    ALCOVE_ASSIGN_OR_RETURN(integers, integers.convertedTo(held));
    return PackedTensor(std::move(integers));
  }
  Draw draw(function, argument, role, shape, random);
  if (held == ElementType::BF16 && count >= PackedTensor::worthPacking) {
    std::vector<uint16_t> words(count);
    draw.each(count, [&](int64_t first, std::span<float> values) {
      roundRows(held, values, static_cast<int64_t>(values.size()));
      std::transform(values.begin(), values.end(), words.begin() + first,
                     [](float value) { return static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16); });
    });
    return PackedTensor::ofWords(held, std::move(shape), std::move(words));
  }
  std::vector<float> values(count);
  draw.each(count, [&](int64_t first, std::span<float> part) { std::copy(part.begin(), part.end(), &values[first]); });
  // Booleans that the device keeps as bf16 cannot be told from numbers; seeds are made from the module before lowering.
  ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, Tensor::fromFloats(held, std::move(shape), std::move(values)));
  return PackedTensor(std::move(tensor));
}

class SeededArguments : public ArgumentSource {
public:
  SeededArguments(mlir::func::FuncOp function, uint64_t seed, Precision precision,
                  std::shared_ptr<DrawnArguments> drawn)
      : function(function), seed(seed), precision(precision), drawn(std::move(drawn)) {}
  int64_t heldBytes() const override { return drawn ? drawn->bytes : 0; }
  size_t numArguments() const override { return function.getNumArguments(); }
  bool sameOnAllChips(unsigned number) const override {
    auto status = function.getArgAttrOfType<ttcore::ShardStatusAttr>(number, "ttcore.shard_status");
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(function.getArgument(number).getType());
    Result<ElementType> held = type ? heldTypeOf(type, precision) : Result<ElementType>(ElementType::I1);
    return !(status && status.getValue() == ttcore::ShardStatus::Presharded && held.ok() && isFloat(*held));
  }
  Result<PackedTensor> get(unsigned number, size_t chip) override {
    mlir::BlockArgument argument = function.getArgument(number);
    auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
    ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, precision));
    // Rounded to what the model declares also when it runs in f32: the same data then.
    ALCOVE_ASSIGN_OR_RETURN(ElementType declared, heldTypeOf(type, Precision::AsDeclared));
    size_t draw = sameOnAllChips(number) ? 0 : chip;
    if (drawn)
      if (auto found = drawn->tensors.find({number, draw}); found != drawn->tensors.end())
        return held == declared ? found->second : found->second.heldAsF32();
    Random random(seed * 1000003 + number * 1031 + draw);
    ALCOVE_ASSIGN_OR_RETURN(PackedTensor tensor, seeded(function, argument, declared, random));
    if (isFloat(declared) && (held == declared || held == ElementType::F32)) {
      if (drawn && tensor.isPacked() && tensor.bytes() <= drawn->limit - drawn->bytes) {
        drawn->bytes += tensor.bytes();
        drawn->tensors[{number, draw}] = tensor;
      }
      return held == declared ? tensor : tensor.heldAsF32();
    }
    ALCOVE_ASSIGN_OR_RETURN(Tensor typed, tensor.unpacked().convertedTo(held));
    return PackedTensor(std::move(typed));
  }

private:
  mutable mlir::func::FuncOp function; // a handle; its members are not const
  uint64_t seed;
  Precision precision;
  std::shared_ptr<DrawnArguments> drawn;
};

class ScaledArguments : public ArgumentSource {
public:
  ScaledArguments(std::unique_ptr<ArgumentSource> origin, std::map<unsigned, int> exponents)
      : origin(std::move(origin)), exponents(std::move(exponents)) {}
  size_t numArguments() const override { return origin->numArguments(); }
  bool sameOnAllChips(unsigned number) const override { return origin->sameOnAllChips(number); }
  int64_t heldBytes() const override { return origin->heldBytes(); }
  Result<PackedTensor> get(unsigned number, size_t chip) override {
    ALCOVE_ASSIGN_OR_RETURN(PackedTensor given, origin->get(number, chip));
    auto found = exponents.find(number);
    if (found == exponents.end() || found->second == 0)
      return given;
    return given.scaledBy(found->second);
  }

private:
  std::unique_ptr<ArgumentSource> origin;
  std::map<unsigned, int> exponents;
};

class KeptArguments : public ArgumentSource {
public:
  explicit KeptArguments(const std::vector<PerChip> &arguments) {
    for (const PerChip &perChip : arguments) {
      tensors.emplace_back();
      for (const Tensor &tensor : perChip)
        tensors.back().push_back(PackedTensor(tensor));
    }
  }
  size_t numArguments() const override { return tensors.size(); }
  bool sameOnAllChips(unsigned) const override { return false; }
  Result<PackedTensor> get(unsigned number, size_t chip) override {
    if (chip >= tensors[number].size())
      return Error{fmt::format("given for {} chips, chip {} is asked for", tensors[number].size(), chip)};
    return tensors[number][chip];
  }
  int64_t heldBytes() const override {
    int64_t sum = 0;
    for (const std::vector<PackedTensor> &perChip : tensors)
      for (const PackedTensor &tensor : perChip)
        sum += tensor.bytes();
    return sum;
  }

private:
  std::vector<std::vector<PackedTensor>> tensors;
};

Result<Tensor> fit(const Tensor &tensor, mlir::RankedTensorType type, Precision precision) {
  ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, precision));
  ALCOVE_ASSIGN_OR_RETURN(Tensor shaped, tensor.reshaped(Shape(type.getShape().begin(), type.getShape().end())));
  return shaped.convertedTo(held);
}

class FittedArguments : public ArgumentSource {
public:
  FittedArguments(mlir::func::FuncOp function, std::unique_ptr<ArgumentSource> origin, Precision precision)
      : function(function), origin(std::move(origin)), precision(precision) {}
  size_t numArguments() const override { return origin->numArguments(); }
  bool sameOnAllChips(unsigned number) const override { return origin->sameOnAllChips(number); }
  int64_t heldBytes() const override { return origin->heldBytes(); }
  Result<PackedTensor> get(unsigned number, size_t chip) override {
    auto type = mlir::cast<mlir::RankedTensorType>(function.getArgument(number).getType());
    ALCOVE_ASSIGN_OR_RETURN(PackedTensor given, origin->get(number, chip));
    if (Result<ElementType> held = heldTypeOf(type, precision);
        held.ok() && *held == given.elementType() && llvm::ArrayRef(given.shape()) == type.getShape())
      return given;
    ALCOVE_ASSIGN_OR_RETURN(Tensor fitted, fit(given.unpacked(), type, precision));
    return PackedTensor(std::move(fitted));
  }

private:
  mlir::func::FuncOp function;
  std::unique_ptr<ArgumentSource> origin;
  Precision precision;
};

} // namespace

Result<std::unique_ptr<ArgumentSource>> seededSource(mlir::func::FuncOp function, uint64_t seed, Precision precision,
                                                     std::shared_ptr<DrawnArguments> drawn) {
  for (mlir::BlockArgument argument : function.getArguments())
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType())) {
      if (!type.hasStaticShape())
        return Error{fmt::format("argument {} has no static shape", argument.getArgNumber())};
      ALCOVE_RETURN_IF_ERROR(heldTypeOf(type, precision));
    }
  return std::unique_ptr<ArgumentSource>(
      std::make_unique<SeededArguments>(function, seed, precision, std::move(drawn)));
}

std::map<unsigned, int> quietExponents(mlir::func::FuncOp function) {
  // Squares of 4e-6, beside epsilons of 1e-5 to 1e-6; of the size of the smallest epsilon, where that is smaller.
  double epsilon = smallestEpsilon(function);
  int quiet = epsilon > 0.0 ? std::clamp(static_cast<int>(std::lround(std::log2(epsilon) / 2)), -24, -9) : -9;
  std::map<unsigned, int> exponents;
  for (mlir::BlockArgument argument : function.getArguments())
    if (mlir::isa<mlir::RankedTensorType>(argument.getType()) && feedsNorms(function, argument))
      exponents[argument.getArgNumber()] = quiet;
  return exponents;
}

std::unique_ptr<ArgumentSource> scaledSource(std::unique_ptr<ArgumentSource> arguments,
                                             std::map<unsigned, int> exponents) {
  return std::make_unique<ScaledArguments>(std::move(arguments), std::move(exponents));
}

std::unique_ptr<ArgumentSource> sourceOf(const std::vector<PerChip> &arguments) {
  return std::make_unique<KeptArguments>(arguments);
}

static Status checkNumber(mlir::func::FuncOp function, size_t given) {
  if (given != function.getNumArguments())
    return Error{fmt::format("function '{}' has {} arguments, the other one {}", function.getName().str(),
                             function.getNumArguments(), given)};
  return {};
}

Result<std::unique_ptr<ArgumentSource>> fittedSource(mlir::func::FuncOp function,
                                                     std::unique_ptr<ArgumentSource> arguments, Precision precision) {
  ALCOVE_RETURN_IF_ERROR(checkNumber(function, arguments->numArguments()));
  return std::unique_ptr<ArgumentSource>(std::make_unique<FittedArguments>(function, std::move(arguments), precision));
}

Result<std::vector<PerChip>> seededArguments(mlir::func::FuncOp function, uint64_t seed, Precision precision) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(meshOf(function)));
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> source, seededSource(function, seed, precision));
  std::vector<PerChip> result;
  for (mlir::BlockArgument argument : function.getArguments()) {
    PerChip tensors;
    for (int64_t chip = 0; mlir::isa<mlir::RankedTensorType>(argument.getType()) && chip < chips; ++chip) {
      if (chip > 0 && source->sameOnAllChips(argument.getArgNumber())) {
        tensors.push_back(tensors.front());
        continue;
      }
      ALCOVE_ASSIGN_OR_RETURN(PackedTensor tensor, source->get(argument.getArgNumber(), chip));
      tensors.push_back(tensor.unpacked());
    }
    result.push_back(std::move(tensors));
  }
  return result;
}

/// The tensors of one argument of `source`, one per chip.
static Result<PerChip> allChips(ArgumentSource &source, unsigned argument, int64_t chips) {
  PerChip tensors;
  for (size_t chip = 0; chip < static_cast<size_t>(chips); ++chip) {
    if (chip > 0 && source.sameOnAllChips(argument)) {
      tensors.push_back(tensors.front());
      continue;
    }
    ALCOVE_ASSIGN_OR_RETURN(PackedTensor packed, source.get(argument, chip));
    tensors.push_back(packed.unpacked());
  }
  return tensors;
}

Result<std::vector<PerChip>> argumentsFromFiles(mlir::func::FuncOp function, const std::string &directory,
                                                Precision precision, ArgumentSource *others) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(meshOf(function)));
  std::vector<PerChip> result;
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType());
    unsigned number = argument.getArgNumber();
    if (!type) {
      result.emplace_back();
      continue;
    }
    std::string path = fmt::format("{}/arg{}.npy", directory, number);
    std::error_code ignored;
    if (auto name = function.getArgAttrOfType<mlir::StringAttr>(number, "ttir.name")) {
      std::string named = fmt::format("{}/{}.npy", directory, name.getValue().str());
      if (name.getValue().find('/') == llvm::StringRef::npos && std::filesystem::exists(named, ignored))
        path = named;
    }
    if (others && !std::filesystem::exists(path, ignored)) {
      ALCOVE_ASSIGN_OR_RETURN(PerChip drawn, allChips(*others, number, chips));
      result.push_back(std::move(drawn));
      continue;
    }
    Result<std::string> bytes = readFile(path);
    if (!bytes)
      return Error{fmt::format("argument {}: {}", number, bytes.error().message)};
    Result<Tensor> tensor = readNpy(*bytes);
    if (!tensor)
      return Error{fmt::format("{}: {}", path, tensor.error().message)};
    if (llvm::ArrayRef(tensor->shape()) != type.getShape())
      return Error{fmt::format("{}: shape {}, argument {} has {}", path, toString(tensor->shape()), number,
                               toString(Shape(type.getShape().begin(), type.getShape().end())))};
    ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, precision));
    ALCOVE_ASSIGN_OR_RETURN(Tensor typed, tensor->convertedTo(held));
    result.emplace_back(chips, typed);
  }
  return result;
}

Result<std::vector<PerChip>> fitArguments(mlir::func::FuncOp function, const std::vector<PerChip> &arguments,
                                          Precision precision) {
  ALCOVE_RETURN_IF_ERROR(checkNumber(function, arguments.size()));
  std::vector<PerChip> result;
  for (auto [argument, tensors] : llvm::zip(function.getArguments(), arguments)) {
    PerChip fitted;
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType()))
      for (const Tensor &tensor : tensors) {
        Result<Tensor> typed = fit(tensor, type, precision);
        if (!typed)
          return Error{fmt::format("argument {}: {}", argument.getArgNumber(), typed.error().message)};
        fitted.push_back(std::move(*typed));
      }
    result.push_back(std::move(fitted));
  }
  return result;
}

} // namespace alcove::reference
