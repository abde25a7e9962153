//===- Database.cpp - The tables that ttnn-visualizer reads ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Text.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/OutputDirectory.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include <sqlite3.h>
#include <type_traits>

using namespace alcove;
using namespace alcove::report;

/// Columns by name: the reader takes them in any order, ignores what it does not know and fills in what is missing.
/// The references are ours; tt-metal's own databases have none.
static constexpr const char *schema = R"SQL(
CREATE TABLE devices (device_id INTEGER PRIMARY KEY, num_y_cores INTEGER, num_x_cores INTEGER,
  num_y_compute_cores INTEGER, num_x_compute_cores INTEGER, worker_l1_size INTEGER, l1_num_banks INTEGER,
  l1_bank_size INTEGER, address_at_first_l1_bank INTEGER, address_at_first_l1_cb_buffer INTEGER,
  num_banks_per_storage_core INTEGER, num_compute_cores INTEGER, num_storage_cores INTEGER, total_l1_memory INTEGER,
  total_l1_for_tensors INTEGER, total_l1_for_interleaved_buffers INTEGER, total_l1_for_sharded_buffers INTEGER,
  cb_limit INTEGER);
CREATE TABLE operations (operation_id INTEGER UNIQUE, name TEXT, duration REAL);
CREATE TABLE operation_arguments (operation_id INTEGER REFERENCES operations(operation_id), name TEXT, value TEXT);
CREATE TABLE tensors (tensor_id INTEGER UNIQUE, shape TEXT, dtype TEXT, layout TEXT, memory_config TEXT,
  device_id INTEGER REFERENCES devices(device_id), address INTEGER, buffer_type INTEGER, size INTEGER);
CREATE TABLE input_tensors (operation_id INTEGER REFERENCES operations(operation_id), input_index INTEGER,
  tensor_id INTEGER REFERENCES tensors(tensor_id));
CREATE TABLE output_tensors (operation_id INTEGER REFERENCES operations(operation_id), output_index INTEGER,
  tensor_id INTEGER REFERENCES tensors(tensor_id));
CREATE TABLE device_tensors (tensor_id INTEGER REFERENCES tensors(tensor_id),
  device_id INTEGER REFERENCES devices(device_id), address INTEGER);
CREATE TABLE tensor_lifetime (tensor_id INTEGER UNIQUE REFERENCES tensors(tensor_id),
  producer_operation_id INTEGER REFERENCES operations(operation_id),
  last_use_operation_id INTEGER REFERENCES operations(operation_id),
  deallocate_operation_id INTEGER REFERENCES operations(operation_id), producer_source_file TEXT,
  producer_source_line INTEGER, last_use_source_file TEXT, last_use_source_line INTEGER);
CREATE TABLE buffers (operation_id INTEGER REFERENCES operations(operation_id),
  device_id INTEGER REFERENCES devices(device_id), address INTEGER, max_size_per_bank INTEGER, buffer_type INTEGER,
  buffer_layout INTEGER);
CREATE TABLE buffer_chunks (operation_id INTEGER REFERENCES operations(operation_id),
  device_id INTEGER REFERENCES devices(device_id), address INTEGER, bank_id INTEGER, core_x INTEGER, core_y INTEGER,
  chunk_address INTEGER, chunk_size INTEGER, page_size INTEGER, num_pages INTEGER, buffer_type INTEGER);
CREATE TABLE captured_graph (operation_id INTEGER REFERENCES operations(operation_id), captured_graph TEXT);
CREATE TABLE source_files (id INTEGER PRIMARY KEY, path TEXT UNIQUE, contents TEXT);
CREATE TABLE stack_traces (operation_id INTEGER REFERENCES operations(operation_id), stack_trace TEXT,
  source_file_id INTEGER REFERENCES source_files(id));
CREATE TABLE nodes (operation_id INTEGER REFERENCES operations(operation_id), unique_id INTEGER UNIQUE,
  node_operation_id INTEGER REFERENCES operations(operation_id), name TEXT);
CREATE TABLE edges (operation_id INTEGER REFERENCES operations(operation_id),
  source_unique_id INTEGER REFERENCES nodes(unique_id), sink_unique_id INTEGER REFERENCES nodes(unique_id),
  source_output_index INTEGER, sink_input_index INTEGER, key INTEGER);
CREATE TABLE errors (operation_id INTEGER REFERENCES operations(operation_id), operation_name TEXT, error_type TEXT,
  error_message TEXT, stack_trace TEXT, timestamp TEXT);
CREATE TABLE report_metadata (key TEXT UNIQUE, value TEXT);
CREATE TABLE local_tensor_comparison_records (tensor_id INTEGER UNIQUE REFERENCES tensors(tensor_id),
  golden_tensor_id INTEGER, matches INTEGER, desired_pcc REAL, actual_pcc REAL);
CREATE TABLE global_tensor_comparison_records (tensor_id INTEGER UNIQUE REFERENCES tensors(tensor_id),
  golden_tensor_id INTEGER, matches INTEGER, desired_pcc REAL, actual_pcc REAL);
)SQL";

/// BufferType of tt-metal.
static int64_t numberOf(device::BufferType type) {
  switch (type) {
  case device::BufferType::DRAM:
    return 0;
  case device::BufferType::L1:
    return 1;
  case device::BufferType::SystemMemory:
    return 2;
  case device::BufferType::L1Small:
    return 3;
  case device::BufferType::Trace:
    return 4;
  }
  return 0;
}

/// TensorMemoryLayout of tt-metal; 1 was a layout that is no more.
static int64_t numberOf(device::MemoryLayout layout) {
  switch (layout) {
  case device::MemoryLayout::Interleaved:
    return 0;
  case device::MemoryLayout::HeightSharded:
    return 2;
  case device::MemoryLayout::WidthSharded:
    return 3;
  case device::MemoryLayout::BlockSharded:
    return 4;
  case device::MemoryLayout::NdSharded:
    return 5;
  }
  return 0;
}

namespace {

struct Null {};
/// Ids of which 0 is none.
std::optional<int64_t> id(int64_t number) { return number > 0 ? std::optional(number) : std::nullopt; }

/// Rows of one table, by position.
class Inserter {
public:
  Inserter(sqlite3 *database, const char *table, int columns) {
    std::string places;
    for (int i = 0; i < columns; ++i)
      places += i == 0 ? "?" : ",?";
    sqlite3_prepare_v2(database, fmt::format("INSERT INTO {} VALUES ({})", table, places).c_str(), -1, &statement,
                       nullptr);
  }
  ~Inserter() { sqlite3_finalize(statement); }
  Inserter(const Inserter &) = delete;
  Inserter &operator=(const Inserter &) = delete;

  /// False, and the database knows why, when a row is refused.
  template <typename... Cells>
  bool operator()(const Cells &...cells) {
    if (!statement)
      return false;
    int column = 0;
    (bind(++column, cells), ...);
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return good;
  }

private:
  template <typename Number>
    requires std::is_integral_v<Number>
  void bind(int column, Number number) {
    sqlite3_bind_int64(statement, column, static_cast<sqlite3_int64>(number));
  }
  void bind(int column, double number) { sqlite3_bind_double(statement, column, number); }
  void bind(int column, const std::string &text) {
    sqlite3_bind_text(statement, column, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  void bind(int column, Null) { sqlite3_bind_null(statement, column); }
  void bind(int column, const std::optional<int64_t> &number) {
    if (number)
      sqlite3_bind_int64(statement, column, *number);
    else
      sqlite3_bind_null(statement, column);
  }

  sqlite3_stmt *statement = nullptr;
};

class DatabaseWriter {
public:
  explicit DatabaseWriter(const VisualizerReport &report) : report(report) {
    sqlite3 *opened = nullptr;
    // One thread writes it, and whoever meets an error throws all of it away.
    sqlite3_open_v2(":memory:", &opened,
                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
    database.reset(opened);
  }

  Result<std::string> write() {
    execute("PRAGMA journal_mode = OFF; PRAGMA page_size = 16384");
    execute("PRAGMA foreign_keys = OFF"); // rows come in the order of the program; the tests check all references
    execute(schema);
    execute("BEGIN");
    devices();
    sources();
    tensors();
    operations();
    lifetimes();
    graph();
    errors();
    metadata();
    execute("COMMIT");
    if (!good)
      return Error{fmt::format("the report's database: {}", sqlite3_errmsg(database.get()))};
    sqlite3_int64 size = 0;
    std::unique_ptr<unsigned char, void (*)(void *)> bytes(sqlite3_serialize(database.get(), "main", &size, 0),
                                                           sqlite3_free);
    if (!bytes)
      return Error{"the report's database: no memory for its bytes"};
    return std::string(reinterpret_cast<const char *>(bytes.get()), static_cast<size_t>(size));
  }

private:
  void execute(const char *sql) { good = good && sqlite3_exec(database.get(), sql, nullptr, nullptr, nullptr) == 0; }

  Inserter into(const char *table, int columns) { return {database.get(), table, columns}; }

  void devices() {
    const VisualizerReport::Device &d = report.device;
    Inserter insert = into("devices", 18);
    Bytes bank = d.l1Bytes - d.l1Base;
    for (int64_t chip = 0; chip < d.chips; ++chip)
      good &= insert(chip, d.gridRows, d.gridCols, d.gridRows, d.gridCols, d.l1Bytes, d.numCores(), bank, d.l1Base,
                     d.l1Base, 0, d.numCores(), 0, d.numCores() * d.l1Bytes, d.numCores() * bank, d.numCores() * bank,
                     d.numCores() * bank, bank);
  }

  void sources() {
    Inserter insert = into("source_files", 3);
    for (size_t i = 0; i < report.sources.size(); ++i)
      good &= insert(i + 1, report.sources[i].first, report.sources[i].second);
  }

  std::optional<int64_t> sourceId(const VisualizerReport::Location &location) const {
    for (size_t i = 0; i < report.sources.size(); ++i)
      if (report.sources[i].first == location.file)
        return static_cast<int64_t>(i) + 1;
    return std::nullopt;
  }

  void tensors() {
    Inserter insert = into("tensors", 9), onDevices = into("device_tensors", 3);
    for (size_t i = 0; i < report.tensors.size(); ++i) {
      const VisualizerReport::Tensor &tensor = report.tensors[i];
      std::string shape = fmt::format("Shape([{}])", fmt::join(tensor.shape, ", "));
      if (!tensor.spec) {
        good &= insert(i + 1, shape, tensor.elementType, std::string(), Null(), Null(), Null(), Null(), Null());
        continue;
      }
      const device::TensorLayout &layout = tensor.spec->layout;
      good &= insert(i + 1, shape, "DataType." + dataTypeText(layout.dataType),
                     std::string(layout.isTiled() ? "Layout.TILE" : "Layout.ROW_MAJOR"),
                     memoryConfigText(*tensor.spec, tensor.cores),
                     tensor.address ? std::optional<int64_t>(0) : std::nullopt, tensor.address,
                     numberOf(layout.bufferType), device::totalBytes(*tensor.spec));
      for (int64_t chip = 0; tensor.address && chip < report.device.chips; ++chip)
        good &= onDevices(i + 1, chip, *tensor.address);
    }
  }

  void operations() {
    Inserter insert = into("operations", 3), arguments = into("operation_arguments", 3),
             inputs = into("input_tensors", 3), outputs = into("output_tensors", 3), traces = into("stack_traces", 3),
             captured = into("captured_graph", 2), buffers = into("buffers", 6), chunks = into("buffer_chunks", 11);
    for (size_t i = 0; i < report.operations.size(); ++i) {
      const VisualizerReport::Operation &operation = report.operations[i];
      size_t number = i + 1;
      good &= insert(number, operation.name, operation.ns / 1e9);
      for (const auto &[name, value] : operation.arguments)
        good &= arguments(number, name, value);
      for (size_t at = 0; at < operation.inputs.size(); ++at)
        good &= inputs(number, at, operation.inputs[at]);
      for (size_t at = 0; at < operation.outputs.size(); ++at)
        good &= outputs(number, at, operation.outputs[at]);
      good &= traces(number, operation.location, sourceId(operation.source));
      good &= captured(number, capturedGraph(report, operation));
      for (const VisualizerReport::Buffer &buffer : operation.live)
        live(number, buffer, buffers, chunks);
    }
  }

  void live(size_t operation, const VisualizerReport::Buffer &buffer, Inserter &buffers, Inserter &chunks) {
    const VisualizerReport::Tensor &tensor = report.tensors[buffer.tensor - 1];
    const device::TensorLayout &layout = tensor.spec->layout;
    good &= buffers(operation, 0, buffer.address, buffer.bytesPerBank, numberOf(layout.bufferType),
                    numberOf(layout.memoryLayout));
    if (!layout.isL1()) // as on devices: chunks are of L1
      return;
    Bytes total = device::totalBytes(*tensor.spec), page = device::tileBytes(layout.dataType);
    if (!layout.isTiled())
      page = device::physicalShape2D(*tensor.spec).second * device::scalarBytes(layout.dataType);
    int64_t pages = page > 0 ? ceilDiv(total, page) : 0, banks = report.device.numCores();
    for (const device::CoreRange &range : tensor.cores)
      for (int64_t y = range.startY; y <= range.endY; ++y)
        for (int64_t x = range.startX; x <= range.endX; ++x) {
          int64_t bank = y * report.device.gridCols + x;
          // A shard lies whole on its core; pages go round the banks.
          int64_t here = layout.isSharded() ? ceilDiv(buffer.bytesPerBank, std::max<Bytes>(page, 1))
                                            : (pages - bank + banks - 1) / banks;
          if (layout.isSharded() && !layout.isTiled()) { // rows of a shard are its pages
            auto [rows, columns] = device::shardShape2D(*tensor.spec);
            page = columns * device::scalarBytes(layout.dataType);
            here = rows;
          }
          if (here > 0)
            good &= chunks(operation, 0, buffer.address, bank, x, y, buffer.address, here * page, page, here, 1);
        }
  }

  void lifetimes() {
    Inserter insert = into("tensor_lifetime", 8);
    auto sourceOf = [&](int64_t operation) {
      return operation > 0 ? report.operations[operation - 1].source : VisualizerReport::Location();
    };
    for (size_t i = 0; i < report.tensors.size(); ++i) {
      const VisualizerReport::Tensor &t = report.tensors[i];
      VisualizerReport::Location made = sourceOf(t.producer), used = sourceOf(t.lastUse);
      good &= insert(i + 1, id(t.producer), id(t.lastUse), id(t.deallocation), made.file, id(made.line), used.file,
                     id(used.line));
    }
  }

  /// A node per operation, an edge per use of a result.
  void graph() {
    Inserter nodes = into("nodes", 4), edges = into("edges", 6);
    int64_t key = 0;
    for (size_t i = 0; i < report.operations.size(); ++i) {
      const VisualizerReport::Operation &sink = report.operations[i];
      good &= nodes(i + 1, i + 1, i + 1, sink.name);
      for (size_t input = 0; input < sink.inputs.size(); ++input) {
        int64_t producer = report.tensors[sink.inputs[input] - 1].producer;
        if (producer == 0)
          continue;
        const std::vector<int64_t> &results = report.operations[producer - 1].outputs;
        auto output = std::find(results.begin(), results.end(), sink.inputs[input]) - results.begin();
        good &= edges(i + 1, producer, i + 1, output, input, key++);
      }
    }
  }

  void errors() {
    Inserter insert = into("errors", 6);
    for (const VisualizerReport::Failure &failure : report.errors) {
      const VisualizerReport::Operation &operation = report.operations[failure.operation - 1];
      good &=
          insert(failure.operation, operation.name, failure.type, failure.message, operation.location, std::string());
    }
  }

  void metadata() {
    double ns = 0;
    for (const VisualizerReport::Operation &operation : report.operations)
      ns += operation.ns;
    Inserter insert = into("report_metadata", 2);
    good &= insert(std::string("schema_version"), std::string("2.1"));
    good &= insert(std::string("capture_timestamp_ns"), std::string("0")); // nothing ran
    good &= insert(std::string("total_duration_ns"), fmt::format("{:.0f}", ns));
    good &= insert(std::string("generator"), std::string("alcove"));
    for (auto [name, bytes] : {std::pair("peak_l1_bytes_per_core_by_sums", report.peaks.sums),
                               {"peak_l1_bytes_per_core_held", report.peaks.held},
                               {"peak_l1_bytes_per_core_extent", report.peaks.extent},
                               {"dram_addresses_begin_at", report.device.l1Bytes}})
      good &= insert(std::string(name), std::to_string(bytes));
    good &= insert(std::string("estimate"), std::string("true"));
    good &= insert(std::string("basis"),
                   std::string("memory executed address by address from the compiled program, times of an op model; "
                               "nothing was measured"));
  }

  const VisualizerReport &report;
  struct Close {
    void operator()(sqlite3 *database) const { sqlite3_close(database); }
  };
  std::unique_ptr<sqlite3, Close> database;
  bool good = true;
};

} // namespace

Result<std::string> report::visualizerDatabase(const VisualizerReport &report) {
  return DatabaseWriter(report).write();
}

Status report::writeVisualizerReport(const std::string &directory, const VisualizerReport &report) {
  ALCOVE_ASSIGN_OR_RETURN(std::string database, visualizerDatabase(report));
  JsonWriter config;
  config.beginObject();
  config.field("generator", "alcove");
  size_t signature = config.str().size() - 1; // up to here every report begins alike
  config.field("report_name", report.name);
  config.field("modelled", true);
  config.endObject();
  return writeDirectoryAtomically(directory,
                                  {{"config.json", config.str()},
                                   {"db.sqlite", std::move(database)},
                                   {"ops_perf_results_modelled.csv", performanceSheet(report)}},
                                  signature);
}
