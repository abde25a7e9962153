//===- ArgumentData.cpp - Numbers for a function's arguments - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Sim/Numeric/ArgumentData.h"

#include "alcove/Dialect/TTIR/TTIR.h"
#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Sim/Numeric/Npy.h"
#include "alcove/Support/AtomicFile.h"
#include "alcove/Support/Random.h"

#include "llvm/ADT/TypeSwitch.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace alcove::sim {

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
  std::vector<float> values(count);
  for (float &value : values)
    value = static_cast<float>(role.role == Role::Positive
                                   ? 0.5 + random.unit()
                                   : normal(random) * role.deviation + (role.role == Role::NormScale));
  // Booleans that the device keeps as bf16 cannot be told from numbers; seeds are made from the module before lowering.
  return Tensor::fromFloats(held, shape, std::move(values));
}

} // namespace

Result<std::vector<PerChip>> seededArguments(mlir::func::FuncOp function, uint64_t seed, Precision precision) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(meshOf(function)));
  std::vector<PerChip> result;
  for (mlir::BlockArgument argument : function.getArguments()) {
    PerChip tensors;
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType())) {
      if (!type.hasStaticShape())
        return Error{fmt::format("argument {} has no static shape", argument.getArgNumber())};
      ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, precision));
      auto status = function.getArgAttrOfType<ttcore::ShardStatusAttr>(argument.getArgNumber(), "ttcore.shard_status");
      bool split = status && status.getValue() == ttcore::ShardStatus::Presharded && isFloat(held);
      for (int64_t chip = 0; chip < chips; ++chip) {
        if (chip > 0 && !split) {
          tensors.push_back(tensors.front());
          continue;
        }
        Random random(seed * 1000003 + argument.getArgNumber() * 1031 + chip);
        // Rounded to what the model declares also when it runs in f32: the same data then.
        ALCOVE_ASSIGN_OR_RETURN(ElementType declared, heldTypeOf(type, Precision::AsDeclared));
        ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, seeded(function, argument, declared, random));
        ALCOVE_ASSIGN_OR_RETURN(Tensor typed, tensor.convertedTo(held));
        tensors.push_back(std::move(typed));
      }
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
  if (arguments.size() != function.getNumArguments())
    return Error{fmt::format("function '{}' has {} arguments, the other one {}", function.getName().str(),
                             function.getNumArguments(), arguments.size())};
  std::vector<PerChip> result;
  for (auto [argument, tensors] : llvm::zip(function.getArguments(), arguments)) {
    PerChip fitted;
    if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(argument.getType())) {
      ALCOVE_ASSIGN_OR_RETURN(ElementType held, heldTypeOf(type, precision));
      for (const Tensor &tensor : tensors) {
        Result<Tensor> shaped = tensor.reshaped(Shape(type.getShape().begin(), type.getShape().end()));
        if (!shaped)
          return Error{fmt::format("argument {}: {}", argument.getArgNumber(), shaped.error().message)};
        ALCOVE_ASSIGN_OR_RETURN(Tensor typed, shaped->convertedTo(held));
        fitted.push_back(std::move(typed));
      }
    }
    result.push_back(std::move(fitted));
  }
  return result;
}

} // namespace alcove::sim
