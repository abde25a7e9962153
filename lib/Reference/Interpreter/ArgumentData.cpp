//===- ArgumentData.cpp - Numbers for a function's arguments - --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Interpreter/ArgumentData.h"

#include "alcove/Dialect/TTIR/TTIR.h"
#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Reference/Tensor/Npy.h"
#include "alcove/Support/AtomicFile.h"
#include "alcove/Support/Random.h"

#include "../Tensor/Strided.h"

#include "llvm/ADT/TypeSwitch.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace alcove::reference {

namespace {

constexpr size_t maxVisited = 2000;

bool isMovement(llvm::StringRef name) {
  return llvm::is_contained({"reshape", "permute", "transpose", "broadcast", "repeat", "repeat_interleave", "squeeze",
                             "unsqueeze", "typecast", "slice_static", "index", "concat", "to_layout",
                             "to_memory_config", "to_device", "from_device", "to_tensor_spec", "mesh_partition"},
                            name);
}
llvm::StringRef shortName(mlir::Operation *op) { return op->getName().stripDialect(); }

/// What reaches where: values derived from an argument, forward through its users.
class Reach {
public:
  /// Visits uses of values derived from `start`; `follow` says whether to go on through an op.
  template <typename Visit, typename Follow>
  static void forward(mlir::Value start, Visit visit, Follow follow) {
    llvm::SmallVector<std::pair<mlir::Value, int>> queue = {{start, 0}};
    llvm::DenseSet<mlir::Value> seen = {start};
    for (size_t i = 0; i < queue.size() && i < maxVisited; ++i) {
      auto [value, depth] = queue[i];
      for (mlir::OpOperand &use : value.getUses()) {
        visit(use);
        // Into const-eval functions.
        if (auto cached = mlir::dyn_cast<ttcore::LoadCachedOp>(use.getOwner())) {
          auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(cached, cached.getCalleeAttr());
          if (callee && !callee.isExternal() && use.getOperandNumber() < callee.getNumArguments()) {
            for (mlir::Value result : cached.getResults())
              if (seen.insert(result).second)
                queue.push_back({result, depth});
            continue;
          }
        }
        int next = depth;
        if (!follow(use, next))
          continue;
        for (mlir::Value result : use.getOwner()->getResults())
          if (seen.insert(result).second)
            queue.push_back({result, next});
      }
    }
  }
};

int64_t dimOf(mlir::Value value, int64_t fromEnd) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.getRank() >= fromEnd ? type.getDimSize(type.getRank() - fromEnd) : 1;
}

/// The number below which an integer must stay to be an index of what it reaches; 0 when it is no index.
int64_t indexLimit(mlir::BlockArgument argument) {
  int64_t limit = 0;
  auto restrict = [&](int64_t size) { limit = limit == 0 ? size : std::min(limit, size); };
  Reach::forward(
      argument,
      [&](mlir::OpOperand &use) {
        llvm::TypeSwitch<mlir::Operation *>(use.getOwner())
            .Case<ttir::EmbeddingOp, ttnn::EmbeddingOp>([&](auto op) {
              if (use.getOperandNumber() == 0)
                restrict(dimOf(op.getWeight(), 2));
            })
            .Case<ttir::UpdateCacheOp, ttnn::UpdateCacheOp, ttnn::PagedUpdateCacheOp>([&](auto op) {
              if (use.get() == op.getUpdateIndex())
                restrict(dimOf(op.getCache(), 2));
              else if (use.getOperandNumber() == 3)
                restrict(dimOf(op.getCache(), 4));
            })
            .Case<ttnn::PagedFillCacheOp>([&](auto op) {
              if (use.getOperandNumber() >= 2)
                restrict(dimOf(op.getCache(), 4));
            })
            .Case<ttir::GatherOp, ttnn::GatherOp>([&](auto op) {
              if (use.getOperandNumber() == 1)
                for (int64_t size : mlir::cast<mlir::RankedTensorType>(op.getInput().getType()).getShape())
                  restrict(size);
            })
            .Case<ttnn::ScaledDotProductAttentionDecodeOp>([&](auto op) {
              if (use.get() == op.getCurPosTensor())
                restrict(dimOf(op.getKey(), 2));
            });
      },
      [](mlir::OpOperand &use, int &) {
        for (mlir::Type type : use.getOwner()->getResultTypes()) {
          auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
          if (!tensor || !tensor.getElementType().isInteger() || tensor.getElementType().isInteger(1))
            return false;
        }
        return true;
      });
  return limit;
}

enum class Role { Plain, Weight, Positive, NormScale, Small };
struct FloatRole {
  Role role = Role::Plain;
  double deviation = 1.0;
};

FloatRole floatRole(mlir::func::FuncOp function, mlir::BlockArgument argument) {
  auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
  bool positive = false, norm = false;
  int64_t summed = 0;
  Reach::forward(
      argument,
      [&](mlir::OpOperand &use) {
        mlir::Operation *op = use.getOwner();
        llvm::StringRef name = shortName(op);
        unsigned number = use.getOperandNumber();
        positive |= llvm::is_contained({"sqrt", "rsqrt", "log", "reciprocal", "log1p"}, name);
        positive |= llvm::is_contained({"div", "divide"}, name) && number == 1;
        norm |= llvm::is_contained({"rms_norm", "layer_norm"}, name) && number == 1;
        positive |= name == "batch_norm_inference" &&
                    (number == 4 || (number == 2 && mlir::isa<ttnn::BatchNormInferenceOp>(op)));
      },
      [](mlir::OpOperand &use, int &depth) {
        llvm::StringRef name = shortName(use.getOwner());
        // 1/n and epsilon of an open-coded norm: product, sum, then the root.
        if (llvm::is_contained({"add", "multiply"}, name))
          return ++depth <= 2;
        return isMovement(name);
      });
  Reach::forward(
      argument,
      [&](mlir::OpOperand &use) {
        llvm::StringRef name = shortName(use.getOwner());
        if (llvm::is_contained({"conv2d", "conv_transpose2d"}, name) && use.getOperandNumber() == 1) {
          summed = type.getRank() == 4 ? type.getNumElements() / std::max<int64_t>(1, type.getDimSize(0)) : 1;
        } else if (llvm::is_contained({"matmul", "linear", "dot_general"}, name)) {
          summed = std::max(dimOf(use.get(), 1), dimOf(use.get(), 2));
        }
      },
      [](mlir::OpOperand &use, int &) { return isMovement(shortName(use.getOwner())); });
  auto kind =
      function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
  bool parameter =
      kind && (kind.getValue() == ttcore::ArgumentType::Parameter || kind.getValue() == ttcore::ArgumentType::Constant);
  if (positive)
    return {Role::Positive};
  if (norm)
    return {Role::NormScale, 0.1};
  if (summed > 0 && (parameter || !kind || summed > 1))
    return {Role::Weight, 1.0 / std::sqrt(static_cast<double>(summed))};
  int64_t large = 0;
  for (int64_t size : type.getShape())
    large += size > 1;
  if (parameter && large <= 1)
    return {Role::Small, 0.1};
  return {};
}

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

double normal(Random &random) {
  // Box and Muller; unit() may give 0, never 1.
  double radius = std::sqrt(-2.0 * std::log(1.0 - random.unit()));
  return radius * std::cos(2.0 * 3.14159265358979323846 * random.unit());
}

Result<Tensor> seeded(mlir::func::FuncOp function, mlir::BlockArgument argument, ElementType held, Random random) {
  auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
  Shape shape(type.getShape().begin(), type.getShape().end());
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  if (!isFloat(held)) {
    int64_t limit = held == ElementType::I1 ? 2 : std::max<int64_t>(indexLimit(argument), 0);
    std::vector<int64_t> values(count);
    for (int64_t &value : values)
      value = static_cast<int64_t>(random.below(limit > 0 ? limit : 8));
    return Tensor::fromIntegers(held, shape, std::move(values));
  }
  FloatRole role = floatRole(function, argument);
  int magnitudes = role.role == Role::Weight ? magnitudesOfWeight(function, argument) : 0;
  float step = magnitudes == 0 ? 0 : fixedPointStep(role.deviation, magnitudes);
  std::vector<float> values(count);
  // Blocks have generators of their own, so that two threads make what one makes.
  constexpr int64_t block = 1 << 16;
  uint64_t seedOfBlocks = Random(random).next();
  inHalves((count + block - 1) / block, count, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      Random own = at == 0 ? random : Random(seedOfBlocks + static_cast<uint64_t>(at));
      for (int64_t i = at * block; i < std::min(count, (at + 1) * block); ++i) {
        values[i] = static_cast<float>(role.role == Role::Positive
                                           ? 0.5 + own.unit()
                                           : normal(own) * role.deviation + (role.role == Role::NormScale));
        if (step != 0)
          values[i] = step * std::clamp(std::round(values[i] / step), static_cast<float>(-magnitudes),
                                        static_cast<float>(magnitudes));
      }
    }
  });
  // Booleans that the device keeps as bf16 cannot be told from numbers; seeds are made from the module before lowering.
  return Tensor::fromFloats(held, shape, std::move(values));
}

class SeededArguments : public ArgumentSource {
public:
  SeededArguments(mlir::func::FuncOp function, uint64_t seed, Precision precision)
      : function(function), seed(seed), precision(precision) {}
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
    Random random(seed * 1000003 + number * 1031 + (sameOnAllChips(number) ? 0 : chip));
    ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, seeded(function, argument, declared, random));
    ALCOVE_ASSIGN_OR_RETURN(Tensor typed, tensor.convertedTo(held));
    tensor = Tensor();
    return PackedTensor(std::move(typed));
  }

private:
  mutable mlir::func::FuncOp function; // a handle; its members are not const
  uint64_t seed;
  Precision precision;
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

Result<std::unique_ptr<ArgumentSource>> seededSource(mlir::func::FuncOp function, uint64_t seed, Precision precision) {
  for (mlir::BlockArgument argument : function.getArguments())
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType())) {
      if (!type.hasStaticShape())
        return Error{fmt::format("argument {} has no static shape", argument.getArgNumber())};
      ALCOVE_RETURN_IF_ERROR(heldTypeOf(type, precision));
    }
  return std::unique_ptr<ArgumentSource>(std::make_unique<SeededArguments>(function, seed, precision));
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

Result<std::vector<PerChip>> argumentsFromFiles(mlir::func::FuncOp function, const std::string &directory,
                                                Precision precision) {
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
    if (auto name = function.getArgAttrOfType<mlir::StringAttr>(number, "ttir.name")) {
      std::string named = fmt::format("{}/{}.npy", directory, name.getValue().str());
      std::error_code ignored;
      if (name.getValue().find('/') == llvm::StringRef::npos && std::filesystem::exists(named, ignored))
        path = named;
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
