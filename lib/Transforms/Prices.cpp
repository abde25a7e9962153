//===- Prices.cpp - The op model for rewritings of the lowering -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Prices.h"
#include "alcove/Queries/Queries.h"

using namespace mlir;
using namespace alcove;

namespace {

/// Names and attributes of most ops are the same in both dialects.
class ModelPrices : public conversion::OpPrices {
public:
  explicit ModelPrices(std::unique_ptr<opmodel::OpModel> model) : model(std::move(model)) {}

  std::optional<double> nanoseconds(Operation *op) const override {
    std::optional<opmodel::Query> query = queryOf(op);
    if (!query || !model->constraints(*query).legal())
      return std::nullopt;
    std::optional<opmodel::Runtime> runtime = model->runtime(*query);
    return runtime ? std::optional(runtime->totalNs) : std::nullopt;
  }

private:
  static std::optional<device::TensorSpec> specOf(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<device::DataType> dataType =
        tensor ? ttcore::dataTypeOf(tensor.getElementType()) : std::optional<device::DataType>();
    if (!dataType || !tensor.hasStaticShape())
      return std::nullopt;
    device::TensorSpec spec{{tensor.getShape().begin(), tensor.getShape().end()}, {}};
    spec.layout.dataType = *dataType;
    return spec;
  }

  static std::optional<opmodel::Query> queryOf(Operation *op) {
    opmodel::Query query;
    StringRef name = op->getName().stripDialect();
    query.op = name == "div" ? "divide" : name == "broadcast" ? "repeat" : name.str();
    for (Type type : op->getOperandTypes()) {
      std::optional<device::TensorSpec> spec = specOf(type);
      if (!spec)
        return std::nullopt;
      query.inputs.push_back(std::move(*spec));
    }
    for (Type type : op->getResultTypes()) {
      std::optional<device::TensorSpec> spec = specOf(type);
      if (!spec)
        return std::nullopt;
      query.outputs.push_back({spec->shape, spec->layout.dataType, spec->layout});
    }
    for (NamedAttribute attribute : op->getAttrDictionary())
      queries::addAttribute(query, attribute.getName().getValue(), attribute.getValue());
    if (auto repeats = query.attributes.find("broadcast_dimensions"); repeats != query.attributes.end())
      query.attributes["repeat_dims"] = repeats->second;
    return query;
  }

  std::unique_ptr<opmodel::OpModel> model;
};

} // namespace

std::unique_ptr<conversion::OpPrices> transforms::makeOpPrices(ModuleOp module) {
  std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(module);
  return model ? std::make_unique<ModelPrices>(std::move(model)) : nullptr;
}
