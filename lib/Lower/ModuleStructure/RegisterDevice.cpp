//===- RegisterDevice.cpp - System descriptor and default device ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "alcove/Base/Support/InputText.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/OptionError.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

namespace alcove::conversion {
#define GEN_PASS_DEF_REGISTERDEVICE
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

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

/// Of the Wormhole cards the first that has so many chips, else the largest.
static const device::SystemDesc *smallestWormholeCard(int64_t chips) {
  const device::SystemDesc *card = nullptr;
  for (const char *name : {"wormhole-n150", "wormhole-n300", "wormhole-t3000", "wormhole-galaxy"})
    if (!card || card->numChips() < chips)
      card = device::findPreset(name);
  return card;
}

/// At most one more than a system may have.
static int64_t chipsOf(ArrayRef<int64_t> mesh) {
  int64_t chips = 1;
  for (int64_t extent : mesh)
    chips = std::min(chips * extent, device::maxChips + 1);
  return chips;
}

/// The end of an error about a mesh of so many chips: which card holds it, or nothing where `system` does.
static std::string cardToAskFor(const device::SystemDesc &system, int64_t chips) {
  if (chips <= system.numChips())
    return "";
  std::string arch = device::toString(system.chip(0).arch);
  const device::SystemDesc *card = smallestWormholeCard(chips);
  if (system.chip(0).arch == device::Arch::WormholeB0 && card && chips <= card->numChips())
    return fmt::format("; `alcove plan --device {0}`, here mock-system-desc-arch={0}, has {1}", card->name,
                       card->numChips());
  return fmt::format("; mock-system-desc-arch={} has as many as the mesh", arch);
}

namespace {
struct RegisterDevicePass : conversion::impl::RegisterDeviceBase<RegisterDevicePass> {
  using RegisterDeviceBase::RegisterDeviceBase;

  void runOnOperation() override {
    ModuleOp module = deviceModuleOf(getOperation());
    MLIRContext *context = &getContext();
    if (!understandsDevice(module))
      return signalPassFailure();
    SmallVector<int64_t> mesh = meshOf(module, ArrayRef<int64_t>(meshShape));
    if (llvm::any_of(mesh, [](int64_t extent) { return extent < 1 || extent > device::maxChips; })) {
      module.emitError("mesh shape ") << mesh << ": every extent must be 1 to " << device::maxChips;
      return signalPassFailure();
    }
    if (mesh.size() > 2) { // the library opens meshes of rows and columns
      module.emitError("mesh shape ") << mesh << ": " << mesh.size() << " dimensions, at most 2 (rows, columns)";
      return signalPassFailure();
    }
    ttcore::SystemDescAttr desc = ttcore::lookupSystemDesc(module);
    if (desc && (l1Bytes != 0 || !cores.empty())) {
      module.emitError("l1-bytes and cores change the device of an option; the module brings its own descriptor");
      return signalPassFailure();
    }
    std::string named = "of the module"; // in errors
    if (desc && failed(checkAgrees(module, desc, mesh)))
      return signalPassFailure();
    if (!desc) {
      named = systemDescPath.empty() ? presetName() : systemDescPath;
      FailureOr<ttcore::SystemDescAttr> loaded = load(module, mesh);
      if (succeeded(loaded))
        loaded = reduced(module, *loaded);
      if (failed(loaded))
        return signalPassFailure();
      desc = *loaded;
      module->setAttr(ttcore::systemDescAttrName, desc);
    }
    if (SymbolTable::lookupSymbolIn(module, ttcore::defaultDeviceName))
      return;
    Result<device::SystemDesc> system = ttcore::systemDescOf(desc);
    if (!system)
      return fail(module, "system descriptor: " + system.error().message);
    system->name = named;
    std::vector<int64_t> chips(mesh.begin(), mesh.end());
    Result<device::DeviceDesc> device =
        oneGrid ? device::buildDevice(*system, chips) : device::buildSpmdDevice(*system, chips);
    if (!device)
      return fail(module, "default device: " + device.error().message + cardToAskFor(*system, chipsOf(mesh)));
    for (const std::string &name : meshTopology) {
      std::optional<ttcore::Topology> topology = ttcore::symbolizeTopology(name);
      if (!topology)
        return fail(module, "mesh-topology: expected ring, linear, mesh, torus or disabled, got '" + name + "'");
      device->meshTopology.push_back(static_cast<device::Topology>(*topology));
    }
    if (!meshTopology.empty() && meshTopology.size() != mesh.size()) {
      emitOptionError(module) << "mesh-topology names " << meshTopology.size() << " topologies, and the mesh has "
                              << mesh.size() << " dimensions"
                              << (mesh.empty() ? ": a single chip; mesh-shape=1,2 asks for two in a row" : "");
      return signalPassFailure();
    }
    if (Status status = device::verify(*device, *system); !status)
      return fail(module, "default device: " + status.error().message);
    ttcore::DeviceAttr attribute = ttcore::deviceAttrOf(context, *device);
    if (!attribute)
      return fail(module, "default device is not expressible as #ttcore.device");
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    ttcore::DeviceOp::create(builder, module.getLoc(), ttcore::defaultDeviceName, attribute);
    if (failed(rules::verifyExchangesForLibrary(module)))
      return signalPassFailure();
  }

private:
  void fail(ModuleOp module, const std::string &message) {
    module.emitError(message);
    signalPassFailure();
  }

  /// What the program says about its device is understood or refused: nothing is planned for another device in silence.
  static bool understandsDevice(ModuleOp module) {
    for (Operation *op = module; op; op = op->getParentOp()) {
      Attribute desc = op->getAttr(ttcore::systemDescAttrName), meshes = op->getAttr(ttcore::meshesAttrName);
      if (desc && !isa<ttcore::SystemDescAttr>(desc))
        return op->emitOpError() << ttcore::systemDescAttrName << " must be a #ttcore.system_desc, found " << desc,
               false;
      if (meshes && !isa<ttcore::MeshesAttr>(meshes))
        return op->emitOpError() << ttcore::meshesAttrName << " must be a #ttcore.meshes, found " << meshes, false;
    }
    return true;
  }

  std::string presetName() const { return mockSystemDescArch.empty() ? defaultDevice : mockSystemDescArch; }

  /// A module that brings its device is not planned for another one in silence.
  LogicalResult checkAgrees(ModuleOp module, ttcore::SystemDescAttr desc, ArrayRef<int64_t> mesh) {
    if (systemDescPath.empty() && mockSystemDescArch.empty())
      return success();
    FailureOr<ttcore::SystemDescAttr> asked = load(module, mesh);
    if (failed(asked))
      return failure();
    if (*asked == desc)
      return success();
    return emitOptionError(module) << "the module brings a device of its own, which is not '"
                                   << (systemDescPath.empty() ? presetName() : systemDescPath.getValue())
                                   << "': leave the option off, or plan the program that the module was made from";
  }

  /// The preset whose last word is nearest: people write n150 or N150 for wormhole-n150.
  static std::string nearestPreset(StringRef name) {
    std::string small = name.lower();
    auto distance = [&](StringRef preset) {
      StringRef last = preset.split('-').second;
      unsigned whole = StringRef(small).edit_distance(preset);
      return last.empty() ? whole : std::min(whole, StringRef(small).edit_distance(last));
    };
    std::vector<std::string> names = device::presetNames();
    return *llvm::min_element(names, [&](StringRef a, StringRef b) { return distance(a) < distance(b); });
  }

  /// The file, else the preset; both only where they are one device.
  FailureOr<ttcore::SystemDescAttr> load(ModuleOp module, ArrayRef<int64_t> mesh) {
    if (systemDescPath.empty())
      return loadPreset(module, mesh);
    FailureOr<ttcore::SystemDescAttr> file = loadFile(module);
    if (failed(file) || mockSystemDescArch.empty())
      return file;
    FailureOr<ttcore::SystemDescAttr> preset = loadPreset(module, mesh);
    if (failed(preset) || *preset == *file)
      return preset;
    return emitOptionError(module) << "device: system-desc-path='" << systemDescPath.getValue()
                                   << "' and mock-system-desc-arch='" << mockSystemDescArch.getValue()
                                   << "' are two devices: leave one of the options off";
  }

  FailureOr<ttcore::SystemDescAttr> loadPreset(ModuleOp module, ArrayRef<int64_t> mesh) {
    std::string name = presetName();
    const device::SystemDesc *preset =
        name == "wormhole" ? smallestWormholeCard(chipsOf(mesh)) : device::findPreset(name);
    if (!preset) {
      InFlightDiagnostic error = emitOptionError(module)
                                 << "device: unknown architecture or preset '" << name << "'; known are ";
      llvm::interleaveComma(device::presetNames(), error);
      error << "; nearest: '" << nearestPreset(name) << "'";
      return failure();
    }
    device::SystemDesc system = *preset;
    bool isMock = device::parseArch(name).has_value();
    int64_t cols = mesh.empty() ? 1 : mesh.back(), rows = mesh.empty() ? 1 : chipsOf(mesh.drop_back());
    if (isMock && rows * cols > 1) {
      Result<device::SystemDesc> chips = device::replicateChip(system, rows, cols);
      if (!chips)
        return emitOptionError(module) << chips.error().message;
      system = std::move(chips).value();
    }
    ttcore::SystemDescAttr attribute = ttcore::systemDescAttrOf(&getContext(), system);
    if (!attribute)
      return emitOptionError(module) << "system descriptor of '" << name << "' is not expressible";
    return attribute;
  }

  /// The descriptor with `l1-bytes` and `cores` in every chip.
  FailureOr<ttcore::SystemDescAttr> reduced(ModuleOp module, ttcore::SystemDescAttr desc) {
    if (l1Bytes == 0 && cores.empty())
      return desc;
    Result<device::SystemDesc> system = ttcore::systemDescOf(desc);
    if (!system)
      return emitOptionError(module) << "system descriptor: " << system.error().message;
    StringRef text(cores);
    int64_t rows = 0, columns = 0;
    if (!text.empty() && (text.consumeInteger(10, rows) || !text.consume_front("x") || text.getAsInteger(10, columns) ||
                          rows < 1 || columns < 1))
      return emitOptionError(module) << "cores: expected rows x columns such as 7x8, got '" << cores << "'";
    Result<device::SystemDesc> smaller = device::reduceChips(*system, l1Bytes, rows, columns);
    if (!smaller)
      return emitOptionError(module) << smaller.error().message;
    return ttcore::systemDescAttrOf(&getContext(), *smaller);
  }

  FailureOr<ttcore::SystemDescAttr> loadFile(ModuleOp module) {
    auto buffer = llvm::MemoryBuffer::getFile(systemDescPath);
    if (!buffer)
      return emitOptionError(module) << "device: cannot read '" << systemDescPath.getValue()
                                     << "': " << buffer.getError().message();
    StringRef text = (*buffer)->getBuffer();
    if (text.contains("#ttcore.system_desc<")) {
      if (Status good = checkInputText(text, systemDescPath); !good)
        return emitOptionError(module) << "device: " << good.error().message;
      FailureOr<ttcore::SystemDescAttr> attribute = findAttribute(&getContext(), text);
      if (failed(attribute))
        return emitOptionError(module) << "device: '" << systemDescPath.getValue()
                                       << "' holds a #ttcore.system_desc that does not parse";
      return attribute;
    }
    Result<device::SystemDesc> system = device::readSystemDesc(systemDescPath);
    if (!system)
      return emitOptionError(module) << "device: " << system.error().message;
    ttcore::SystemDescAttr attribute = ttcore::systemDescAttrOf(&getContext(), *system);
    if (!attribute)
      return emitOptionError(module) << "device: '" << systemDescPath.getValue() << "' is not expressible";
    return attribute;
  }
};
} // namespace
