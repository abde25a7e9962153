//===- RegisterOps.h - Ops that do not lose what is written -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_REGISTEROPS_H
#define ALCOVE_OPS_DIALECT_REGISTEROPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"

namespace alcove {

/// `written`: the dictionary behind `<{`. Without what an op of `known` property names does not have, and with a
/// warning at the op for each name that is left out: MLIR would drop it in silence (ops with properties) or refuse it
/// (others). `segments`: how many groups of operands the op has, 0 when their number is not written. One group more is
/// that of the destinations of older dumps (ttir::readOlderForms), whose operands follow the others; any groups of an
/// op that does not write them are the same thing.
mlir::DictionaryAttr knownProperties(mlir::OperationName op, mlir::DictionaryAttr written, size_t segments,
                                     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The op as ODS defines it, but for properties of other versions of the dialect, which `knownProperties` takes out.
template <typename Op>
class RegisteredOp : public mlir::OperationName::Impl {
  using Model = mlir::RegisteredOperationName::Model<Op>;
  using Name = mlir::OperationName;
  using Properties = mlir::OpaqueProperties;
  template <typename T>
  using Function = llvm::function_ref<T>;

public:
  explicit RegisteredOp(mlir::Dialect *dialect) : RegisteredOp(std::make_unique<Model>(dialect)) {}

  llvm::LogicalResult setPropertiesFromAttr(Name name, Properties properties, mlir::Attribute written,
                                            Function<mlir::InFlightDiagnostic()> emitError) final {
    size_t segments = 0;
    if constexpr (Model::hasProperties)
      if constexpr (requires(typename Model::Properties given) { given.operandSegmentSizes.size(); })
        segments = typename Model::Properties().operandSegmentSizes.size();
    if (auto dictionary = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(written)) {
      dictionary = knownProperties(name, dictionary, segments, emitError);
      if (!Model::hasProperties && dictionary.empty())
        return llvm::success();
      written = dictionary;
    }
    return model->setPropertiesFromAttr(name, properties, written, emitError);
  }

  // As ODS has it.
  llvm::LogicalResult foldHook(mlir::Operation *op, llvm::ArrayRef<mlir::Attribute> operands,
                               llvm::SmallVectorImpl<mlir::OpFoldResult> &results) final {
    return model->foldHook(op, operands, results);
  }
  void getCanonicalizationPatterns(mlir::RewritePatternSet &set, mlir::MLIRContext *context) final {
    model->getCanonicalizationPatterns(set, context);
  }
  bool hasTrait(mlir::TypeID id) final { return model->hasTrait(id); }
  Name::ParseAssemblyFn getParseAssemblyFn() final { return model->getParseAssemblyFn(); }
  void populateDefaultAttrs(const Name &name, mlir::NamedAttrList &attributes) final {
    model->populateDefaultAttrs(name, attributes);
  }
  void printAssembly(mlir::Operation *op, mlir::OpAsmPrinter &printer, llvm::StringRef dialect) final {
    model->printAssembly(op, printer, dialect);
  }
  llvm::LogicalResult verifyInvariants(mlir::Operation *op) final { return model->verifyInvariants(op); }
  llvm::LogicalResult verifyRegionInvariants(mlir::Operation *op) final { return model->verifyRegionInvariants(op); }
  std::optional<mlir::Attribute> getInherentAttr(mlir::Operation *op, llvm::StringRef name) final {
    return model->getInherentAttr(op, name);
  }
  void setInherentAttr(mlir::Operation *op, mlir::StringAttr name, mlir::Attribute value) final {
    model->setInherentAttr(op, name, value);
  }
  void populateInherentAttrs(mlir::Operation *op, mlir::NamedAttrList &attributes) final {
    model->populateInherentAttrs(op, attributes);
  }
  llvm::LogicalResult verifyInherentAttrs(Name name, mlir::NamedAttrList &attributes,
                                          Function<mlir::InFlightDiagnostic()> emitError) final {
    return model->verifyInherentAttrs(name, attributes, emitError);
  }
  int getOpPropertyByteSize() final { return model->getOpPropertyByteSize(); }
  void initProperties(Name name, Properties storage, Properties init) final {
    model->initProperties(name, storage, init);
  }
  void deleteProperties(Properties properties) final { model->deleteProperties(properties); }
  void populateDefaultProperties(Name name, Properties properties) final {
    model->populateDefaultProperties(name, properties);
  }
  mlir::Attribute getPropertiesAsAttr(mlir::Operation *op) final { return model->getPropertiesAsAttr(op); }
  void copyProperties(Properties to, Properties from) final { model->copyProperties(to, from); }
  bool compareProperties(Properties a, Properties b) final { return model->compareProperties(a, b); }
  llvm::hash_code hashProperties(Properties properties) final { return model->hashProperties(properties); }

private:
  explicit RegisteredOp(std::unique_ptr<Model> given)
      : Impl(given->getName(), given->getDialect(), given->getTypeID(), std::move(given->getInterfaceMap())),
        model(std::move(given)) {}

  std::unique_ptr<Model> model;
};

/// Instead of Dialect::addOperations.
template <typename... Ops>
void registerOps(mlir::Dialect *dialect) {
  (mlir::RegisteredOperationName::insert(std::make_unique<RegisteredOp<Ops>>(dialect), Ops::getAttributeNames()), ...);
}

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_REGISTEROPS_H
