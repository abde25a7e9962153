//===- RegisterDevice.cpp - System descriptor and default device ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "alcove/Conversion/SystemDescAttr.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/MemoryBuffer.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_REGISTERDEVICE
#include "alcove/Conversion/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// A mock has as many chips as the mesh asks for, side by side.
static device::SystemDesc mockSystem(device::SystemDesc system, int64_t rows, int64_t cols) {
  if (rows * cols <= system.numChips())
    return system;
  system.chipIndices.assign(rows * cols, system.chipIndices.front());
  system.chipCapabilities.assign(rows * cols, system.chipCapabilities.front());
  system.chipCoords.clear();
  system.chipChannels.clear();
  for (int64_t y = 0; y < rows; ++y)
    for (int64_t x = 0; x < cols; ++x)
      system.chipCoords.push_back({0, 0, y, x});
  return system;
}

/// The #ttcore.system_desc<...> inside a text file, aliases and modules around it ignored.
static FailureOr<ttcore::SystemDescAttr> findAttribute(MLIRContext *context, StringRef text) {
  size_t begin = text.find("#ttcore.system_desc<");
  if (begin == StringRef::npos)
    return failure();
  size_t numRead = 0;
  // The parser wants the attribute to be followed by nothing or by a separator; it stops behind the closing bracket.
  auto parsed = dyn_cast_or_null<ttcore::SystemDescAttr>(parseAttribute(text.substr(begin), context, Type(), &numRead));
  if (!parsed)
    return failure();
  return parsed;
}

namespace {
struct RegisterDevicePass : conversion::impl::RegisterDeviceBase<RegisterDevicePass> {
  using RegisterDeviceBase::RegisterDeviceBase;

  void runOnOperation() override {
    ModuleOp module = deviceModuleOf(getOperation());
    MLIRContext *context = &getContext();
    SmallVector<int64_t> mesh = meshOf(module);
    if (llvm::any_of(mesh, [](int64_t extent) { return extent < 1 || extent > device::maxChips; })) {
      module.emitError("mesh shape ") << mesh << ": every extent must be 1 to " << device::maxChips;
      return signalPassFailure();
    }
    ttcore::SystemDescAttr desc = ttcore::lookupSystemDesc(module);
    if (!desc) {
      FailureOr<ttcore::SystemDescAttr> loaded = load(module, mesh);
      if (failed(loaded))
        return signalPassFailure();
      desc = *loaded;
      module->setAttr(ttcore::systemDescAttrName, desc);
    }
    if (SymbolTable::lookupSymbolIn(module, ttcore::defaultDeviceName))
      return;
    Result<device::SystemDesc> system = fromAttr(desc);
    if (!system)
      return fail(module, "system descriptor: " + system.error().message);
    Result<device::DeviceDesc> device =
        device::buildSpmdDevice(*system, std::vector<int64_t>(mesh.begin(), mesh.end()));
    if (!device)
      return fail(module, "default device: " + device.error().message);
    for (const std::string &topology : meshTopology) {
      if (topology != "ring" && topology != "linear")
        return fail(module, "mesh-topology: expected ring or linear, got '" + topology + "'");
      device->meshTopology.push_back(topology == "ring" ? device::Topology::Ring : device::Topology::Linear);
    }
    ttcore::DeviceAttr attribute = toAttr(context, *device);
    if (!attribute)
      return fail(module, "default device is not expressible as #ttcore.device");
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    ttcore::DeviceOp::create(builder, module.getLoc(), ttcore::defaultDeviceName, attribute);
  }

private:
  void fail(ModuleOp module, const std::string &message) {
    module.emitError(message);
    signalPassFailure();
  }

  /// The option, else the module's first mesh, else a single chip (no mesh).
  SmallVector<int64_t> meshOf(ModuleOp module) {
    SmallVector<int64_t> mesh(meshShape.begin(), meshShape.end());
    if (mesh.empty())
      for (Operation *op = module; op && mesh.empty(); op = op->getParentOp())
        if (auto meshes = op->getAttrOfType<ttcore::MeshesAttr>(ttcore::meshesAttrName))
          if (!meshes.getMeshes().empty())
            llvm::append_range(mesh, meshes.getMeshes().front().getShape());
    if (llvm::all_of(mesh, [](int64_t extent) { return extent == 1; }))
      mesh.clear();
    return mesh;
  }

  FailureOr<ttcore::SystemDescAttr> load(ModuleOp module, ArrayRef<int64_t> mesh) {
    if (!systemDescPath.empty())
      return loadFile(module);
    const device::SystemDesc *preset = device::findPreset(mockSystemDescArch);
    if (!preset) {
      InFlightDiagnostic error = module.emitError("mock-system-desc-arch: unknown architecture or preset '")
                                 << mockSystemDescArch.getValue() << "'; known are ";
      llvm::interleaveComma(device::presetNames(), error);
      return failure();
    }
    device::SystemDesc system = *preset;
    bool isMock = device::parseArch(mockSystemDescArch).has_value();
    int64_t cols = mesh.empty() ? 1 : mesh.back(), rows = 1;
    for (int64_t extent : mesh.empty() ? mesh : mesh.drop_back())
      rows *= extent;
    if (isMock && rows <= device::maxChips && cols <= device::maxChips)
      system = mockSystem(system, rows, cols);
    ttcore::SystemDescAttr attribute = toAttr(&getContext(), system);
    if (!attribute)
      return module.emitError("system descriptor of '") << mockSystemDescArch.getValue() << "' is not expressible";
    return attribute;
  }

  FailureOr<ttcore::SystemDescAttr> loadFile(ModuleOp module) {
    auto buffer = llvm::MemoryBuffer::getFile(systemDescPath);
    if (!buffer)
      return module.emitError("system-desc-path: cannot read '")
             << systemDescPath.getValue() << "': " << buffer.getError().message();
    StringRef text = (*buffer)->getBuffer();
    if (text.contains("#ttcore.system_desc<")) {
      FailureOr<ttcore::SystemDescAttr> attribute = findAttribute(&getContext(), text);
      if (failed(attribute))
        return module.emitError("system-desc-path: '")
               << systemDescPath.getValue() << "' holds a #ttcore.system_desc that does not parse";
      return attribute;
    }
    Result<device::SystemDesc> system = device::readSystemDesc(systemDescPath);
    if (!system)
      return module.emitError("system-desc-path: ") << system.error().message;
    ttcore::SystemDescAttr attribute = toAttr(&getContext(), *system);
    if (!attribute)
      return module.emitError("system-desc-path: '") << systemDescPath.getValue() << "' is not expressible";
    return attribute;
  }
};
} // namespace
