//===- RegisterOps.cpp - Ops that do not lose what is written -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/RegisterOps.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

/// Ops that gained groups of operands since a version that is still read: where the new ones lie, absent there.
static void addNewGroups(StringRef op, size_t segments, SmallVectorImpl<int32_t> &groups) {
  if (op == "ttnn.distributed_rms_norm" && groups.size() == 4)
    groups.insert(groups.begin() + 3, {0, 0}); // stats, semaphore
  if (op != "ttir.paged_scaled_dot_product_attention_decode" || groups.size() < 7 || groups.size() > segments)
    return;
  // query, key, value, page table, (output,) mask, positions, sink; eight groups may also be seven and a destination.
  if (groups.size() == 8 && groups[4] == 0 && groups[7] == 1)
    groups.pop_back();
  if (groups.size() == 7)
    groups.insert(groups.begin() + 4, 0);
}

DictionaryAttr alcove::knownProperties(OperationName op, DictionaryAttr written, size_t segments,
                                       llvm::function_ref<InFlightDiagnostic()> emitError) {
  constexpr StringLiteral segmentsName = "operandSegmentSizes";
  NamedAttrList kept;
  for (NamedAttribute property : written) {
    if (property.getName() == segmentsName) {
      auto groups = dyn_cast<DenseI32ArrayAttr>(property.getValue());
      if (segments == 0 && groups)
        continue;
      if (groups && groups.size() == static_cast<int64_t>(segments) + 1 && groups.asArrayRef().back() == 1)
        groups = DenseI32ArrayAttr::get(written.getContext(), groups.asArrayRef().drop_back());
      if (groups) {
        SmallVector<int32_t> sizes(groups.asArrayRef());
        addNewGroups(op.getStringRef(), segments, sizes);
        property.setValue(DenseI32ArrayAttr::get(written.getContext(), sizes));
      }
    } else if (!llvm::is_contained(op.getRegisteredInfo()->getAttributeNames(), property.getName())) {
      InFlightDiagnostic place = emitError();
      Location at = place.getUnderlyingDiagnostic()->getLocation();
      place.abandon();
      emitWarning(at) << "'" << op << "' has no property '" << property.getName().getValue() << "': it is left out";
      continue;
    }
    kept.push_back(property);
  }
  return kept.getDictionary(written.getContext());
}

namespace {
/// An op's model behind the same interface, with its own way of reading properties.
class RegisteredOp : public OperationName::Impl {
  using Properties = OpaqueProperties;
  template <typename T>
  using Function = llvm::function_ref<T>;

public:
  RegisteredOp(std::unique_ptr<Impl> given, bool hasProperties, size_t segments)
      : Impl(given->getName(), given->getDialect(), given->getTypeID(), std::move(given->getInterfaceMap())),
        model(std::move(given)), hasProperties(hasProperties), segments(segments) {}

  LogicalResult setPropertiesFromAttr(OperationName name, Properties properties, Attribute written,
                                      Function<InFlightDiagnostic()> emitError) final {
    if (auto dictionary = dyn_cast_or_null<DictionaryAttr>(written)) {
      dictionary = alcove::knownProperties(name, dictionary, segments, emitError);
      if (!hasProperties && dictionary.empty())
        return success();
      written = dictionary;
    }
    return model->setPropertiesFromAttr(name, properties, written, emitError);
  }

  // As ODS has it.
  LogicalResult foldHook(Operation *op, ArrayRef<Attribute> operands, SmallVectorImpl<OpFoldResult> &results) final {
    return model->foldHook(op, operands, results);
  }
  void getCanonicalizationPatterns(RewritePatternSet &set, MLIRContext *context) final {
    model->getCanonicalizationPatterns(set, context);
  }
  bool hasTrait(TypeID id) final { return model->hasTrait(id); }
  OperationName::ParseAssemblyFn getParseAssemblyFn() final { return model->getParseAssemblyFn(); }
  void populateDefaultAttrs(const OperationName &name, NamedAttrList &attributes) final {
    model->populateDefaultAttrs(name, attributes);
  }
  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef dialect) final {
    model->printAssembly(op, printer, dialect);
  }
  LogicalResult verifyInvariants(Operation *op) final { return model->verifyInvariants(op); }
  LogicalResult verifyRegionInvariants(Operation *op) final { return model->verifyRegionInvariants(op); }
  std::optional<Attribute> getInherentAttr(Operation *op, StringRef name) final {
    return model->getInherentAttr(op, name);
  }
  void setInherentAttr(Operation *op, StringAttr name, Attribute value) final {
    model->setInherentAttr(op, name, value);
  }
  void populateInherentAttrs(Operation *op, NamedAttrList &attributes) final {
    model->populateInherentAttrs(op, attributes);
  }
  LogicalResult verifyInherentAttrs(OperationName name, NamedAttrList &attributes,
                                    Function<InFlightDiagnostic()> emitError) final {
    return model->verifyInherentAttrs(name, attributes, emitError);
  }
  int getOpPropertyByteSize() final { return model->getOpPropertyByteSize(); }
  void initProperties(OperationName name, Properties storage, Properties init) final {
    model->initProperties(name, storage, init);
  }
  void deleteProperties(Properties properties) final { model->deleteProperties(properties); }
  void populateDefaultProperties(OperationName name, Properties properties) final {
    model->populateDefaultProperties(name, properties);
  }
  Attribute getPropertiesAsAttr(Operation *op) final { return model->getPropertiesAsAttr(op); }
  void copyProperties(Properties to, Properties from) final { model->copyProperties(to, from); }
  bool compareProperties(Properties a, Properties b) final { return model->compareProperties(a, b); }
  llvm::hash_code hashProperties(Properties properties) final { return model->hashProperties(properties); }

private:
  std::unique_ptr<Impl> model;
  bool hasProperties;
  size_t segments;
};
} // namespace

void alcove::registerOp(std::unique_ptr<OperationName::Impl> model, bool hasProperties, size_t segments,
                        ArrayRef<StringRef> attributeNames) {
  RegisteredOperationName::insert(std::make_unique<RegisteredOp>(std::move(model), hasProperties, segments),
                                  attributeNames);
}
