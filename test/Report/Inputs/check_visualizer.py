"""usage: check_visualizer.py DIR TIMELINE.json SUMMARY.json [--errors N]: what ttnn-visualizer asks of a report.

Every column that the facts about its reader name, references that hold, and figures by other means than they were
written: live buffers and peaks are replayed from the captured graphs and compared with the judge's timeline, times with
the summary.
"""
import csv
import json
import math
import pathlib
import re
import sqlite3
import sys

COLUMNS = {
    "devices": "device_id num_y_cores num_x_cores num_y_compute_cores num_x_compute_cores worker_l1_size l1_num_banks "
               "l1_bank_size address_at_first_l1_bank address_at_first_l1_cb_buffer num_banks_per_storage_core "
               "num_compute_cores num_storage_cores total_l1_memory total_l1_for_tensors "
               "total_l1_for_interleaved_buffers total_l1_for_sharded_buffers cb_limit",
    "operations": "operation_id name duration",
    "operation_arguments": "operation_id name value",
    "tensors": "tensor_id shape dtype layout memory_config device_id address buffer_type size",
    "input_tensors": "operation_id input_index tensor_id",
    "output_tensors": "operation_id output_index tensor_id",
    "device_tensors": "tensor_id device_id address",
    "buffers": "operation_id device_id address max_size_per_bank buffer_type buffer_layout",
    "buffer_chunks": "operation_id device_id address bank_id core_x core_y chunk_address chunk_size page_size num_pages "
                     "buffer_type",
    "tensor_lifetime": "tensor_id producer_operation_id last_use_operation_id deallocate_operation_id "
                       "producer_source_file producer_source_line last_use_source_file last_use_source_line",
    "captured_graph": "operation_id captured_graph",
    "stack_traces": "operation_id stack_trace source_file_id",
    "source_files": "id path contents",
    "nodes": "operation_id unique_id node_operation_id name",
    "edges": "operation_id source_unique_id sink_unique_id source_output_index sink_input_index key",
    "errors": "operation_id operation_name error_type error_message stack_trace timestamp",
    "report_metadata": "key value",
    "local_tensor_comparison_records": "tensor_id golden_tensor_id matches desired_pcc actual_pcc",
    "global_tensor_comparison_records": "tensor_id golden_tensor_id matches desired_pcc actual_pcc",
}
NODES = {"capture_start", "capture_end", "function_start", "function_end", "tensor", "buffer_allocate",
         "buffer_deallocate", "circular_buffer_allocate", "circular_buffer_deallocate_all"}
RANGES = re.compile(r"\{(\[\(x=\d+,y=\d+\) - \(x=\d+,y=\d+\)\](, \[\(x=\d+,y=\d+\) - \(x=\d+,y=\d+\)\])*)?\}")
CONFIG = re.compile(r"MemoryConfig\(memory_layout=TensorMemoryLayout::\w+,buffer_type=BufferType::\w+,shard_spec="
                    r"(std::nullopt|ShardSpec\(grid=\{.*\},shape=\{\d+, \d+\},orientation=ShardOrientation::\w+,halo=0\))\)")

NO_OPERAND = {"FullDeviceOperation", "ArangeDeviceOperation"}
BYTES = {"BFLOAT16": 2, "FLOAT32": 4, "UINT32": 4, "INT32": 4, "UINT16": 2, "UINT8": 1, "BFLOAT8_B": 1088 / 1024, "BFLOAT4_B": 576 / 1024}
DRAM_BYTES_PER_NS = {"wormhole_b0": 288, "blackhole": 512}

folder = pathlib.Path(sys.argv[1])
timeline, summary = (json.load(open(path)) for path in sys.argv[2:4])
wanted_errors = int(sys.argv[5]) if len(sys.argv) > 5 else 0
db = sqlite3.connect(f"file:{folder / 'db.sqlite'}?mode=ro", uri=True)


def rows(sql, *values):
    return db.execute(sql, values).fetchall()


# Form.
for table, columns in COLUMNS.items():
    present = {row[1] for row in rows(f"PRAGMA table_info({table})")}
    assert present >= set(columns.split()), (table, set(columns.split()) - present)
assert rows("PRAGMA foreign_key_check") == [] and rows("PRAGMA integrity_check") == [("ok",)]
assert len(rows("SELECT * FROM pragma_foreign_key_list('buffers')")) == 2
assert json.load(open(folder / "config.json"))["report_name"]
metadata = dict(rows("SELECT key, value FROM report_metadata"))
assert metadata["schema_version"] == "2.1" and metadata["estimate"] == "true"
for dtype, layout, config, buffer_type in rows("SELECT dtype, layout, memory_config, buffer_type FROM tensors"):
    if buffer_type is not None:
        assert dtype.startswith("DataType.") and layout.startswith("Layout.") and CONFIG.fullmatch(config), config
    else:
        assert config == ""
grid_x, grid_y, bank, base, l1 = rows("SELECT num_x_cores, num_y_cores, l1_bank_size, address_at_first_l1_bank, "
                                      "worker_l1_size FROM devices")[0]
assert bank + base == l1

# Memory, replayed. Forward functions stand one behind the other; a step of 0 begins the next.
steps = {}
forward = iter([f for f in timeline["functions"] if f["name"] in {op["function"] for op in summary["ops"]}])
names = {}
previous, of_step = None, None
live_before, peaks, seen_temporaries = {}, 0, 0
argument = {}
for operation, name, value in rows("SELECT operation_id, name, value FROM operation_arguments"):
    argument.setdefault(operation, {})[name] = value
live_after = {}
for operation, address, size, kind, layout in rows(
        "SELECT operation_id, address, max_size_per_bank, buffer_type, buffer_layout FROM buffers"):
    live_after.setdefault(operation, {})[(kind, address)] = size
    assert kind in (0, 1) and layout in (0, 2, 3, 4, 5) and size > 0
    # No address is in both memories: the viewer finds a buffer's tensor by its address alone.
    assert base <= address and address + size <= l1 if kind == 1 else address >= l1, (operation, address, size)
programs = []  # what runs on the device, as the viewer tells it: functions that are neither of ttnn nor of another language
for operation, text in rows("SELECT operation_id, captured_graph FROM captured_graph ORDER BY operation_id"):
    nodes = json.loads(text)
    assert [n["counter"] for n in nodes] == list(range(len(nodes)))
    assert nodes[0]["node_type"] == "capture_start" and nodes[-1]["node_type"] == "capture_end"
    opened = []
    for node in nodes:
        if node["node_type"] == "function_start":
            opened.append(node["params"]["name"])
        elif node["node_type"] == "function_end":
            assert opened.pop() == node["params"]["name"], (operation, node)
    assert not opened
    programs += [(operation, node["params"]["name"]) for node in nodes if node["node_type"] == "function_start"
                 and not any(part in node["params"]["name"] for part in ("ttnn.", "::", "(torch)"))]
    if argument[operation]["program step"] == "0":
        function = next(forward)
        of_step = {step["step"]: step for step in function["steps"]}
        live_before = None
    changes = []
    for node in nodes:
        assert set(node) == {"counter", "node_type", "params", "connections", "arguments", "input_tensors",
                             "stacking_level"} and node["node_type"] in NODES, node
        assert all(isinstance(value, str) for value in node["params"].values()), node
        assert all(0 <= to < len(nodes) for to in node["connections"] + node["input_tensors"]), node
        if "core_range_set" in node["params"]:
            assert RANGES.fullmatch(node["params"]["core_range_set"]), node
            cores = [int(n) for n in re.findall(r"x=(\d+)", node["params"]["core_range_set"])]
            assert max(cores) < grid_x
        changes.append((node["node_type"], node["params"]))
    after = live_after.get(operation, {})
    if live_before is None:  # what a function finds: what it has after its first op, without what that did
        live_before = dict(after)
        for kind, params in reversed(changes):
            key = (int(params.get("type") == "L1"), int(params.get("address", 0)))
            if kind == "buffer_allocate":
                live_before.pop(key, None)
            elif kind == "buffer_deallocate":
                live_before[key] = int(params["max_size_per_bank"])
    live, circular = dict(live_before), 0
    held = lambda: sum(size for (kind, _), size in live.items() if kind == 1) + circular
    peak = held()
    for kind, params in changes:
        key = (int(params.get("type") == "L1"), int(params.get("address", 0)))
        if kind == "buffer_allocate":
            assert key not in live, (operation, key)
            live[key] = int(params["max_size_per_bank"])
            seen_temporaries += "tensor_id" not in params
        elif kind == "buffer_deallocate":
            assert live.pop(key) == int(params["max_size_per_bank"])
        elif kind == "circular_buffer_allocate":
            assert int(params["address"]) == base + circular and params["globally_allocated"] == "0"
            circular += int(params["size"])
        elif kind == "circular_buffer_deallocate_all":
            circular = 0
        peak = max(peak, held())
    assert live == after, (operation, argument[operation]["op name"])
    step = of_step.get(int(argument[operation]["program step"]))
    if step:
        assert peak == step["peak_l1_bytes"], (operation, argument[operation]["op name"], peak, step["peak_l1_bytes"])
        peaks += 1
    live_before = after
assert peaks == sum(len(f["steps"]) for f in timeline["functions"] if f["name"] in
                    {op["function"] for op in summary["ops"]})

# Chunks are the L1 buffers, core by core.
for operation, address, size, cores in rows(
        "SELECT b.operation_id, b.address, b.max_size_per_bank, COUNT(c.bank_id) FROM buffers b LEFT JOIN buffer_chunks c "
        "ON c.operation_id = b.operation_id AND c.address = b.address AND c.buffer_type = 1 WHERE b.buffer_type = 1 "
        "GROUP BY b.operation_id, b.address"):
    assert 1 <= cores <= grid_x * grid_y, (operation, address)
assert rows("SELECT COUNT(*) FROM buffer_chunks WHERE bank_id != core_y * ? + core_x OR chunk_size != page_size * "
            "num_pages OR core_x >= ? OR core_y >= ?", grid_x, grid_x, grid_y) == [(0,)]
assert rows("SELECT COUNT(*) FROM buffer_chunks c JOIN buffers b ON c.operation_id = b.operation_id AND c.address = "
            "b.address AND b.buffer_type = 1 WHERE c.chunk_size > b.max_size_per_bank") == [(0,)]

# Lifetimes: made before used before freed.
assert rows("SELECT COUNT(*) FROM tensors") == rows("SELECT COUNT(*) FROM tensor_lifetime")
assert rows("SELECT tensor_id FROM tensor_lifetime WHERE producer_operation_id >= last_use_operation_id OR "
            "last_use_operation_id >= deallocate_operation_id OR producer_operation_id >= deallocate_operation_id") == []

# Times: the sum of the database, of the sheet and of the summary.
total = summary["plan"]["time_ns"]
assert abs(rows("SELECT SUM(duration) FROM operations")[0][0] * 1e9 - total) < 1
sheet = list(csv.DictReader(open(folder / "ops_perf_results_modelled.csv")))
for column in ("OP CODE", "DEVICE ID", "GLOBAL CALL COUNT", "CORE COUNT", "DEVICE FW DURATION [ns]",
               "DEVICE KERNEL DURATION [ns]", "OP TO OP LATENCY [ns]", "OP TYPE", "DEVICE ARCH", "AVAILABLE WORKER CORE COUNT",
          "PM IDEAL [ns]", "ATTRIBUTES"):
    assert all(row[column] for row in sheet), column
PARTS = ("W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]", "X_PAD[LOGICAL]", "LAYOUT", "DATATYPE", "MEMORY")
operands = [f"{kind}_{number}" for kind in ("INPUT", "OUTPUT") for number in range(8) if f"{kind}_{number}_LAYOUT" in sheet[0]]
for row in sheet:
    assert row["OUTPUT_0_LAYOUT"], row
    assert row["INPUT_0_LAYOUT"] or row["OP CODE"] in NO_OPERAND, row
    for operand in operands:  # whole or empty
        assert len({bool(row[f"{operand}_{part}"]) for part in PARTS}) == 1, (operand, row)
assert all("'modelled': 'true'" in row["ATTRIBUTES"] and None not in row for row in sheet)
assert abs(sum(float(row["DEVICE KERNEL DURATION [ns]"]) for row in sheet) - total) <= len(sheet)

# Memory and performance are linked: row by row the program that the captured graph names, which is no op of TTNN.
assert [(int(row["GLOBAL CALL COUNT"]), row["OP CODE"]) for row in sheet] == programs, (programs[:3], sheet[:3])
assert all(re.fullmatch(r"[A-Za-z0-9]+(Device)?Operation", row["OP CODE"]) for row in sheet), {row["OP CODE"] for row in sheet}
known = json.load(open(pathlib.Path(__file__).with_name("device_operations.json")))
assert {row["OP CODE"] for row in sheet} <= set(known), {row["OP CODE"] for row in sheet} - set(known)

# No part is longer than its op, and none is above its peak: bytes of DRAM, and products at the fidelity that is stated.
# A core multiplies 32x32x32 in 16 cycles and a phase of fidelity.
FLOPS_PER_CORE_AND_CYCLE = {name: 2 * 32 ** 3 / 16 / phases for phases, name in enumerate(("LoFi", "HiFi2", "HiFi3", "HiFi4"), 1)}
fidelities = 0
for row in sheet:
    op, ns = argument[int(row["GLOBAL CALL COUNT"])], float(row["DEVICE KERNEL DURATION [ns]"])
    for part in ("compute_ns", "dram_ns", "noc_ns", "launch_ns"):
        assert float(op[part]) <= ns + 1, (row["OP CODE"], part, op[part], ns)
    assert op["bound by"] in ("compute", "DRAM", "NoC", "launch") and 1 <= float(row["PM IDEAL [ns]"]) <= max(ns, 1) + 1
    assert 1 <= int(row["CORE COUNT"]) <= int(row["AVAILABLE WORKER CORE COUNT"]) == grid_x * grid_y, row["CORE COUNT"]
    if row["OP CODE"] in ("MatmulDeviceOperation", "Conv2dDeviceOperation", "SDPAOperation", "SdpaDecodeDeviceOperation"):
        fidelities += 1
        assert row["MATH FIDELITY"] in FLOPS_PER_CORE_AND_CYCLE, row
    if row["OP CODE"] == "MatmulDeviceOperation":
        extent = lambda name: int(re.search(r"\[(\d+)\]", row[name + "_PAD[LOGICAL]"]).group(1))
        padded = lambda name: math.prod(int(row[f"{name}_{part}_PAD[LOGICAL]"].split("[")[0]) for part in "WZYX")
        # What the table calls DRAM %: operands that lie in DRAM, each read once.
        read = sum(padded(name) * BYTES[row[name + "_DATATYPE"]] for name in ("INPUT_0", "INPUT_1") if "DRAM" in row[name + "_MEMORY"])
        assert read <= DRAM_BYTES_PER_NS[row["DEVICE ARCH"]] * ns * 1.02, (read / ns, row)
        flops = 2 * extent("INPUT_0_X") * extent("OUTPUT_0_W") * extent("OUTPUT_0_Z") * extent("OUTPUT_0_Y") * extent("OUTPUT_0_X")
        peak = FLOPS_PER_CORE_AND_CYCLE[row["MATH FIDELITY"]] * grid_x * grid_y * (1.35 if row["DEVICE ARCH"] == "blackhole" else 1)
        assert flops <= peak * ns * 1.02, (flops / (peak * ns), row)

# One peak, with three names: as the summary counts it.
for name, key in (("by_sums", "peak_l1_bytes_per_core"), ("held", "peak_held_bytes_per_core"), ("extent", "peak_extent_bytes_per_core")):
    assert int(metadata[f"peak_l1_bytes_per_core_{name}"]) == summary["plan"][key], (name, metadata)
for op in summary["ops"]:
    if "reason" in op:
        names[op["name"]] = op["why"]
told = {a["op name"]: a["why not in L1"] for a in argument.values() if "why not in L1" in a}
assert {name: why.split("] ", 1)[1] for name, why in told.items()} == names

# Errors in words that the viewer explains.
errors = rows("SELECT error_type, error_message FROM errors")
assert len(errors) >= wanted_errors and (wanted_errors or not errors), errors
explained = [message for _, message in errors if re.match(
    r"Out of Memory: Not enough space to allocate \d+ B (L1|DRAM) buffer across \d+ banks, where each bank needs to store "
    r"\d+ B, but bank size is \d+ B \(allocated: \d+ B, free: \d+ B, largest free block: \d+ B\)|Statically allocated "
    r"circular buffers (on core range .* grow to \d+ B which is beyond max L1 size of \d+ B|in program \d+ clash with L1 "
    r"buffers on core range .* L1 buffer allocated at \d+ and static circular buffer region ends at \d+)", message)]
assert bool(explained) == bool(wanted_errors), errors
print(f"report holds: {len(argument)} operations, {peaks} peaks, {seen_temporaries} temporaries, {len(sheet)} timed, "
      f"{fidelities} fidelities, "
      f"{len(errors)} errors")
