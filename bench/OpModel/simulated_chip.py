#!/usr/bin/env python3
"""A chip that is not the preset: what measuring it tells the planner, and how much must be measured.

usage: simulated_chip.py BUILD MODEL.mlir ... [--rounds N] [--tune OPTIONS] [--noise F] [--out FILE.md] [--sheet FILE]

The hidden chip takes every time of the op model times a factor of the op's family: 1.6 for one, within 15 % of 1 for the
others; a measurement adds noise. `alcove tune` runs its programs under the stand-in for ttnn, which answers with these times.
Prints how far its plan is from the plan that was made with the hidden prices, both priced on the hidden chip, and how many
questions were measured beside how many there are where every question of every plan is measured. `--sheet` writes the first plan's ops as a
profiler's sheet with LOC.
"""
import argparse
import csv
import io
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import pages  # noqa: E402

FAMILIES = ["Elementwise", "Matmul", "DataMovement", "LayoutConversion", "Resharding", "Convolution", "Normalization", "Attention",
            "Heads", "Collective"]
CODES = {"matmul": "MatmulDeviceOperation", "linear": "MatmulDeviceOperation", "add": "BinaryNgDeviceOperation",
         "softmax": "SoftmaxDeviceOperation", "reshape": "ReshapeDeviceOperation"}


def write_table(path, answers, factors):
    """Answers: (question, median, low, high, samples)."""
    path.unlink(missing_ok=True)
    base = sqlite3.connect(path)
    base.executescript("""CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('schema_version', '1');
        CREATE TABLE factors (family TEXT PRIMARY KEY, factor REAL);
        CREATE TABLE answers (arch TEXT, grid_rows INTEGER, grid_cols INTEGER, clock_ghz REAL, question TEXT, samples INTEGER,
        median_ns REAL, min_ns REAL, max_ns REAL, source TEXT, release TEXT);""")
    base.executemany("INSERT INTO factors VALUES (?, ?)", factors.items())
    base.executemany("INSERT INTO answers VALUES ('wormhole_b0', 8, 8, 1.0, ?, ?, ?, ?, ?, 'simulated', '')",
                     [(q, n, m, low, high) for q, m, low, high, n in answers])
    base.commit()
    base.close()


def timed_ops(summary):
    return [op for op in json.loads(summary.read_text())["ops"] if op.get("time_ns", 0) > 0 and "question" in op]


class Planner:
    def __init__(self, build, folder):
        self.bin, self.folder = pathlib.Path(build) / "bin", folder

    def plan(self, model, table=None):
        """Timed ops of the plan."""
        summary = self.folder / "summary.json"
        words = [self.bin / "alcove", "plan", model, f"--summary-json={summary}", "--summary=false"]
        done = subprocess.run(words + ([f"--measured={table}"] if table else []), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{model}: {done.stderr[:2000]}")
        return timed_ops(summary)

    def prices(self, questions, table):
        done = subprocess.run([self.bin / "alcove-opmodel", "prices", "-", "--measured", table], input="\n".join(questions),
                              capture_output=True, text=True, check=True)
        return [(float(r["ns"] or 0), r["family"]) for r in csv.DictReader(io.StringIO(done.stdout))]

    def cost(self, ops, table):
        return sum(ns for ns, _ in self.prices([op["question"] for op in ops], table))


def noisy(ns, noise, rng):
    """Median of five runs."""
    return sorted(ns * (1 + noise * rng.gauss(0, 1)) for _ in range(5))[2]


def answer(hidden, noise, seed, build, program, *arguments):
    """Stands for the card in `alcove tune --run`: the stand-in runs the program, its ops take what the hidden chip has them take."""
    folder = pathlib.Path(program).parent
    questions = json.loads((folder / "tune.json").read_text())["questions"]
    rng = random.Random(f"{seed} {questions}")
    prices = Planner(build, folder).prices([q["question"] for q in questions], hidden)
    times = folder / "times.json"
    times.write_text(json.dumps({q["name"]: noisy(ns, float(noise), rng) for q, (ns, _) in zip(questions, prices)}))
    stand_in = pathlib.Path(__file__).resolve().parents[2] / "testing/ttnn/run.py"
    sys.exit(subprocess.run([sys.executable, stand_in, "--shapes", "--times", times, program, *arguments]).returncode)


def tune(planner, model, hidden, options, seed):
    """Questions that `alcove tune` measured, its runs, and ops of its plan."""
    folder = planner.folder / "tune"
    shutil.rmtree(folder, ignore_errors=True)
    card = f"{sys.executable} {pathlib.Path(__file__).resolve()} --answer {hidden} {options.noise} {seed} {options.build}"
    done = subprocess.run([planner.bin / "alcove", "tune", model, "-o", folder, "--run", card, "--runs", str(options.rounds),
                           *options.tune.split()], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{model}: {done.stderr[:2000]}")
    table = folder / "table.db"
    measured = sqlite3.connect(table).execute("SELECT COUNT(*) FROM answers").fetchone()[0] if table.exists() else 0
    return measured, json.loads((folder / "tune.json").read_text())["run"] if measured else 0, timed_ops(folder / "summary.json")


def everything(planner, model, hidden, options, rng):
    """How many questions there are where all that a plan asks is measured, until a plan has no new ones."""
    table, answers = planner.folder / "everything.db", {}
    for _ in range(options.rounds):
        asked = sorted({op["question"] for op in planner.plan(model, table if answers else None)} - answers.keys())
        if not asked:
            break
        for question, (ns, _) in zip(asked, planner.prices(asked, hidden)):
            time = noisy(ns, options.noise, rng)
            answers[question] = (question, time, time, time, 1)
        write_table(table, answers.values(), {})
    return len(answers)


def found_factors(planner, table):
    """Median of measured over modelled per family."""
    rows = sqlite3.connect(table).execute("SELECT question, median_ns FROM answers").fetchall()
    empty = planner.folder / "empty.db"
    write_table(empty, [], {"Matmul": 1.0})
    ratios = {}
    for (_, measured), (ns, family) in zip(rows, planner.prices([q for q, _ in rows], empty)):
        ratios.setdefault(family, []).append(measured / ns if ns else 1)
    return {family: sorted(r)[len(r) // 2] for family, r in ratios.items()}


def write_sheet(path, planner, ops, hidden):
    """The sheet that ttrt would write of three loops."""
    tensors = ["INPUT_0", "INPUT_1", "INPUT_2", "OUTPUT_0"]
    columns = ["OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID", "DEVICE ARCH", "ATTRIBUTES", "MATH FIDELITY", "CORE COUNT",
               "AVAILABLE WORKER CORE COUNT", "DEVICE KERNEL DURATION [ns]"]
    for tensor in tensors:
        columns += [f"{tensor}_{s}_PAD[LOGICAL]" for s in "WZYX"] + [f"{tensor}_{s}" for s in ("LAYOUT", "DATATYPE", "MEMORY")]
    columns += ["LOC", "CONST_EVAL_OP", "INPUT_LAYOUT_CONVERSION_OP", "PROGRAM_METADATA"]

    def cells(text):
        parts = text.split("|")
        sizes = [int(s) for s in parts[0].split("x")]
        sizes = [1] * (4 - len(sizes)) + sizes
        padded = sizes[:2] + [-(-s // 32) * 32 for s in sizes[2:]] if "tile" in parts else sizes
        kind = {"bf16": "BFLOAT16", "f32": "FLOAT32", "bfp_bf8": "BFLOAT8_B"}.get(parts[2], "BFLOAT16")
        return [f"{p}[{s}]" for p, s in zip(padded, sizes)] + ["TILE" if "tile" in parts else "ROW_MAJOR", kind,
                                                               f"DEV_0_{parts[3].upper()}_{parts[4].upper()}"]

    def attributes(question, result):
        """Output's shards and the program, as TTNN prints them."""
        fields = dict(w.split("=", 1) for w in question.split(" ") if w.startswith("matmul_program_config"))
        parts, text = result.split("|"), []
        if question.startswith("add "):
            text.append("'binary_op_type': 'BinaryOpType::ADD'")
        if "sharded" in result:
            height, width = 1, int(parts[0].split("x")[-1])
            for size in parts[0].split("x")[:-1]:
                height *= int(size)
            rows, columns = next(map(int, p[5:].split("x")) for p in parts if p.startswith("grid="))
            shard = [-(-n // (32 * cut)) * 32 for n, cut in ((height, rows), (width, columns))]
            text.append(f"'output_mem_config': 'MemoryConfig(memory_layout=TensorMemoryLayout::{parts[4].upper()};buffer_type=BufferType::L1;"
                        f"shard_spec=ShardSpec(grid={{[(x=0;y=0) - (x={columns - 1};y={rows - 1})]}};shape={{{shard[0]}; {shard[1]}}};"
                        "orientation=ShardOrientation::ROW_MAJOR))'")
        if fields:
            name = "MatmulMultiCoreReuseMultiCast" + ("1D" if "_1d_" in fields["matmul_program_config"] else "")
            given = {k.split(".")[-1]: v for k, v in fields.items()}
            text.append(f"'program_config': '{name}ProgramConfig(" + ";".join(
                f"{k}={given[v]}" for k, v in (("in0_block_w", "in0_block_w"), ("out_subblock_h", "out_subblock_h"),
                                               ("out_subblock_w", "out_subblock_w"), ("out_block_h", "out_block_h"),
                                               ("out_block_w", "out_block_w"), ("per_core_M", "per_core_m"), ("per_core_N", "per_core_n"))
                if v in given) + ")'")
        return "{" + "; ".join(text) + "}"

    rows = []
    for loop in range(3):
        for op, (ns, _) in zip(ops, planner.prices([op["question"] for op in ops], hidden)):
            words = op["question"].split(" ")
            arrow = words.index("->")
            operands = [w for w in words[1:arrow] if "|" in w][:3]
            row = [CODES.get(words[0], "".join(w.capitalize() for w in words[0].split("_")) + "DeviceOperation"), "tt_dnn_device",
                   1024 * (len(rows) + 1), 0, "wormhole_b0", attributes(op["question"], words[arrow + 1]),
                   "HiFi4", 64, 64, round(ns * (1 + 0.002 * loop))]
            for i in range(3):
                row += cells(operands[i]) if i < len(operands) else [""] * 7
            row += cells(words[arrow + 1]) + [f'loc("{op["name"]}")', "False", "False", f"{{'loop_number': {loop}}}"]
            rows.append(row)
    with open(path, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([columns] + rows)


def page(results):
    half = sum(2 * r["measured"] <= r["all"] for r in results)
    lines = ["# Tuning against a simulated chip", "",
             "The hidden chip takes the op model's times, one family 1.6 times as long, the others within 15 %, with 2 % of noise. `alcove tune` "
             "runs its programs under the stand-in for ttnn, which answers with these times. `of`: questions where all that the plans ask is "
             "measured. `found`: measured over modelled of the slow family; empty: none of its ops was asked. "
             "`above`: the tuned plan over the plan made with the hidden prices, both at the hidden prices.", "",
             "`bench/OpModel/simulated_chip.py BUILD MODEL ... --out FILE`", "",
             f"Of {len(results)} plans the worst is {max(r['above_hidden_percent'] for r in results):.2f} % above; at most "
             f"{max(r['measured'] for r in results)} questions; {half} of them with at most half of what measuring everything asks.", "",
             "| model | slow family | found | measured | of | runs | above, before tuning | above |", "|---|---|--:|--:|--:|--:|--:|--:|"]
    for r in results:
        before = 100 * (r["preset_us"] / r["hidden_us"] - 1)
        lines.append(f"| {r['model']} | {r['slow']} | {r['found'] or ''} | {r['measured']} | {r['all']} | {r['runs']} | {before:.2f} % | "
                     f"{r['above_hidden_percent']:.2f} % |")
    return "\n".join(lines + ["", "A tuned plan may lie above the first one by what noise and open questions leave.", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--tune", default="", help="more options of alcove tune")
    parser.add_argument("--noise", type=float, default=0.02)
    parser.add_argument("--out")
    parser.add_argument("--sheet")
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        planner = Planner(options.build, pathlib.Path(folder))
        for index, model in enumerate(options.models):
            rng = random.Random(index)
            slow = ["Matmul", "Elementwise", "Normalization", "DataMovement"][index % 4]
            factors = {family: 1.6 if family == slow else round(rng.uniform(0.85, 1.15), 3) for family in FAMILIES}
            hidden = planner.folder / "hidden.db"
            write_table(hidden, [], factors)
            preset = planner.plan(model)
            if options.sheet:
                write_sheet(options.sheet, planner, preset, hidden)
            best = planner.cost(planner.plan(model, hidden), hidden)
            measured, runs, last = tune(planner, model, hidden, options, index)
            asked = everything(planner, model, hidden, options, rng)
            found = found_factors(planner, planner.folder / "tune/table.db") if measured else {}
            result = {"model": pathlib.Path(model).stem, "slow": slow, "ops": len(preset), "measured": measured, "runs": runs, "all": asked,
                      "preset_us": round(planner.cost(preset, hidden) / 1000, 3), "tuned_us": round(planner.cost(last, hidden) / 1000, 3),
                      "hidden_us": round(best / 1000, 3), "found": round(found.get(slow, 0), 3)}
            result["above_hidden_percent"] = round(100 * (result["tuned_us"] / result["hidden_us"] - 1), 2)
            results.append(result)
            print("{model:<36} {slow:<14} found {found:>5}  measured {measured:>3} of {all:>3} in {runs} runs  preset {preset_us:>10} us  tuned {tuned_us:>10} us  "
                  "hidden {hidden_us:>10} us  {above_hidden_percent:+.2f} %".format(**result), flush=True)
    if options.out:
        pages.write(options.out, page(results), "OpModel")


if __name__ == "__main__":
    answer(*sys.argv[2:]) if sys.argv[1:2] == ["--answer"] else main()
