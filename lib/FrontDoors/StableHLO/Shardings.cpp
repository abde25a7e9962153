//===- Shardings.cpp - Where parts of tensors lie, as front ends say it ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Shardings.h"

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

static Error problem(const Twine &what) { return Error{what.str()}; }

/// What stands between the bracket at the beginning of `text` and the one that closes it; `text` goes on behind.
static StringRef takeBracketed(StringRef &text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (StringRef("<[{(").contains(text[i]))
      ++depth;
    // `<=` and `->` are no brackets.
    bool closes = StringRef(">]})").contains(text[i]) && !(text[i] == '>' && i > 0 && text[i - 1] == '-');
    if (closes && --depth == 0) {
      StringRef inside = text.slice(1, i);
      text = text.substr(i + 1);
      return inside;
    }
  }
  StringRef all = text.drop_front(std::min<size_t>(1, text.size()));
  text = "";
  return all;
}

/// The words in double quotes (plain, or with a backslash in a string within a string).
static SmallVector<StringRef> quotedIn(StringRef text) {
  SmallVector<StringRef> words;
  for (size_t from = text.find('"'); from != StringRef::npos; from = text.find('"', from + 1)) {
    size_t to = text.find('"', from + 1);
    words.push_back(text.slice(from + 1, to).rtrim('\\'));
    if (to == StringRef::npos)
      break;
    from = to;
  }
  return words;
}

/// `2,1,4`.
static SmallVector<int64_t> numbersIn(StringRef text) {
  SmallVector<int64_t> numbers;
  while (!text.empty()) {
    int64_t number = 0;
    text = text.ltrim(" ,");
    if (text.consumeInteger(10, number))
      break;
    numbers.push_back(number);
  }
  return numbers;
}

/// The list of sizes in front of and behind `<=` of `{devices=[2,1,4]<=[2,4]T(1,0) ..}`.
static bool tilesOf(StringRef text, SmallVector<int64_t> &tiles, SmallVector<int64_t> &sizes,
                    SmallVector<int64_t> &order, StringRef &rest) {
  size_t at = text.find("devices=");
  if (at == StringRef::npos)
    return false;
  text = text.substr(at + StringRef("devices=").size());
  tiles = numbersIn(takeBracketed(text));
  if (text.consume_front("<=")) {
    sizes = numbersIn(takeBracketed(text));
    if (text.consume_front("T"))
      order = numbersIn(takeBracketed(text));
  } else {
    // A list of chips: only their order from 0 on is understood.
    SmallVector<int64_t> ids = numbersIn(text);
    for (auto [i, id] : llvm::enumerate(ids))
      if (int64_t(i) != id)
        return false;
    sizes = {int64_t(ids.size())};
  }
  if (order.empty())
    order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  rest = text;
  return true;
}

static std::array<int64_t, 2> asRowsAndColumns(ArrayRef<int64_t> extents) {
  SmallVector<int64_t> longer;
  for (int64_t extent : extents)
    if (extent > 1)
      longer.push_back(extent);
  if (extents.size() == 2)
    return {extents[0], extents[1]};
  if (longer.size() == 2)
    return {longer[0], longer[1]};
  return {1, longer.size() == 1 ? longer[0] : 1};
}

Shardings::Shardings(ModuleOp module) {
  for (auto mesh : module.getOps<sdy::MeshOp>())
    if (auto text = dyn_cast<OpaqueAttr>(mesh.getMesh()))
      addMesh(mesh.getSymName(), text.getAttrData());
  // `{mesh = #sdy.mesh<["x"=2]>, ..}` as a string.
  if (auto attributes = module->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes"))
    if (auto text = attributes.getAs<StringAttr>("xla.sdy.meshes")) {
      StringRef rest = text.getValue();
      for (size_t at = rest.find("#sdy.mesh"); at != StringRef::npos; at = rest.find("#sdy.mesh")) {
        StringRef name = rest.take_front(at).rtrim(" =").rsplit('{').second;
        name = name.empty() ? rest.take_front(at).rtrim(" =") : name;
        name = name.rsplit(',').second.empty() ? name.trim(" ,") : name.rsplit(',').second.trim();
        rest = rest.substr(at + StringRef("#sdy.mesh").size());
        addMesh(name, takeBracketed(rest));
      }
    }
  if (!meshes.empty()) {
    SmallVector<int64_t> extents;
    for (const auto &[axis, extent] : meshes[0].axes)
      extents.push_back(extent);
    chips = asRowsAndColumns(extents);
    return;
  }
  // Without a mesh: the finest grid of chips that a sharding names.
  SmallVector<int64_t> finest;
  auto look = [&](StringRef text) {
    SmallVector<int64_t> tiles, sizes, order;
    StringRef rest;
    if (tilesOf(text, tiles, sizes, order, rest) && sizes.size() > finest.size())
      finest = sizes;
  };
  module.walk([&](Operation *op) {
    if (auto text = op->getAttrOfType<StringAttr>("mhlo.sharding"))
      look(text);
    if (auto function = dyn_cast<func::FuncOp>(op))
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (auto text = function.getArgAttrOfType<StringAttr>(i, "mhlo.sharding"))
          look(text);
  });
  chips = asRowsAndColumns(finest);
}

void Shardings::addMesh(StringRef name, StringRef text) {
  Mesh mesh{name.str(), {}};
  size_t from = text.find('[');
  if (from != StringRef::npos) {
    text = text.substr(from);
    StringRef axes = takeBracketed(text);
    for (size_t at = axes.find('"'); at != StringRef::npos; at = axes.find('"')) {
      StringRef rest = axes.substr(at + 1);
      auto [axis, extent] = rest.split('"');
      int64_t chips = 1;
      extent = extent.ltrim(" =");
      if (extent.consumeInteger(10, chips))
        break;
      mesh.axes.push_back({axis.rtrim('\\').str(), chips});
      axes = extent;
    }
  }
  meshes.push_back(std::move(mesh));
}

Result<std::optional<unsigned>> Shardings::axisOf(const Mesh &mesh, StringRef axis) const {
  SmallVector<unsigned> longer;
  for (auto [i, each] : llvm::enumerate(mesh.axes))
    if (each.second > 1)
      longer.push_back(i);
  for (auto [i, each] : llvm::enumerate(mesh.axes)) {
    if (each.first != axis)
      continue;
    if (mesh.axes.size() == 2)
      return std::optional<unsigned>(i);
    if (each.second == 1)
      return std::optional<unsigned>();
    if (longer.size() > 2)
      return problem("mesh @" + mesh.name + " has " + Twine(longer.size()) +
                     " axes of more than one chip; chips stand in rows and columns");
    return std::optional<unsigned>(longer.size() == 1 || longer[1] == i ? 1 : 0);
  }
  return problem("mesh @" + mesh.name + " has no axis \"" + axis + "\"");
}

Result<ShardDims> Shardings::ofSdy(StringRef text, StringRef manual) const {
  ShardDims dims = {-1, -1};
  StringRef whole = text;
  size_t begin = text.find('<');
  if (begin == StringRef::npos)
    return problem("'" + whole + "' is no sharding");
  text = text.substr(begin);
  StringRef inside = takeBracketed(text).ltrim();
  const Mesh *mesh = meshes.empty() ? nullptr : &meshes[0];
  if (inside.consume_front("@")) {
    StringRef name = inside.take_until([](char c) { return c == ',' || c == ' '; });
    auto found = llvm::find_if(meshes, [&](const Mesh &each) { return each.name == name; });
    if (found == meshes.end())
      return problem("sharding " + whole + " names mesh @" + name + ", which the module has not");
    mesh = &*found;
  }
  size_t list = inside.find('[');
  if (!mesh || list == StringRef::npos)
    return problem("'" + whole + "' is no sharding over a mesh of the module");
  inside = inside.substr(list);
  StringRef perDim = takeBracketed(inside);
  SmallVector<StringRef> manualAxes = quotedIn(manual);
  for (int64_t dim = 0; !perDim.empty(); ++dim) {
    size_t next = perDim.find('{');
    if (next == StringRef::npos)
      break;
    perDim = perDim.substr(next);
    StringRef axes = takeBracketed(perDim);
    if (axes.contains("\":("))
      return problem("sharding " + whole + " cuts along a part of an axis");
    for (StringRef axis : quotedIn(axes)) {
      if (!manual.empty() && !llvm::is_contained(manualAxes, axis))
        continue;
      Result<std::optional<unsigned>> index = axisOf(*mesh, axis);
      if (!index)
        return index.error();
      if (*index)
        dims[**index] = dim;
    }
  }
  return dims;
}

Result<ShardDims> Shardings::ofDevices(StringRef text) const {
  ShardDims dims = {-1, -1};
  SmallVector<int64_t> tiles, sizes, order;
  StringRef rest;
  if (text.contains("{replicated}") || text.contains("{maximal") || text.contains("{manual}"))
    return dims;
  if (!tilesOf(text, tiles, sizes, order, rest))
    return problem("sharding '" + text + "' is none of the forms that are understood");
  size_t copies = rest.contains("last_tile_dim_replicate") ? 1 : 0;
  if (size_t at = rest.find("last_tile_dims={"); at != StringRef::npos)
    copies = rest.substr(at).take_until([](char c) { return c == '}'; }).count(',') + 1;
  // Which axis of chips each digit of a chip's number is: one digit alone may be both.
  SmallVector<std::pair<int64_t, int64_t>> axes; // extent, axis of chips
  if (sizes.size() == 1 && chips[0] > 1 && chips[1] > 1 && sizes[0] == chips[0] * chips[1])
    axes = {{chips[0], 0}, {chips[1], 1}};
  else
    for (int64_t i : order)
      if (sizes[i] > 1)
        axes.push_back({sizes[i], chips[0] > 1 && chips[1] > 1 ? i : chips[0] > 1 ? 0 : 1});
  size_t next = 0;
  for (auto [dim, count] : llvm::enumerate(ArrayRef(tiles).drop_back(copies))) {
    int64_t parts = 1;
    while (parts < count && next < axes.size()) {
      auto [extent, axis] = axes[next++];
      parts *= extent;
      if (axis > 1)
        return problem("sharding '" + text + "' is over more than two axes of chips");
      dims[axis] = dim;
    }
    if (parts != count)
      return problem("sharding '" + text + "' cuts dimension " + Twine(dim) + " into " + Twine(count) +
                     " parts, which are no axes of the mesh " + Twine(chips[0]) + "x" + Twine(chips[1]));
  }
  return dims;
}

std::optional<Result<ShardDims>> Shardings::ofArgument(DictionaryAttr attributes) const {
  if (!attributes)
    return std::nullopt;
  if (auto text = attributes.getAs<OpaqueAttr>("sdy.sharding"))
    return ofSdy(text.getAttrData());
  if (auto frontend = attributes.getAs<DictionaryAttr>("mhlo.frontend_attributes"))
    if (auto text = frontend.getAs<StringAttr>("xla.sdy.sharding"))
      return ofSdy(text.getValue());
  if (auto text = attributes.getAs<StringAttr>("mhlo.sharding"))
    return ofDevices(text.getValue());
  return std::nullopt;
}

SmallVector<StringRef> Shardings::each(StringRef perValue) {
  SmallVector<StringRef> result;
  size_t from = perValue.find('[');
  if (from == StringRef::npos)
    return result;
  perValue = perValue.substr(from);
  StringRef list = takeBracketed(perValue);
  for (size_t at = list.find('<'); at != StringRef::npos; at = list.find('<')) {
    StringRef before = list.substr(at);
    list = before;
    takeBracketed(list);
    result.push_back(before.drop_back(list.size()));
  }
  return result;
}
