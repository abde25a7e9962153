#!/usr/bin/python3
"""alcove sweep: models x devices x options as independent tasks, on this machine's cores, Slurm or GNU parallel.

Every task has a stable name and one result file, which appears whole or not at all; a task whose result is there is
skipped, so that a sweep that was killed goes on where it was. docs/man/alcove-sweep.1.md is the manual.
"""
import argparse
import csv
import ctypes
import difflib
import fcntl
import glob
import hashlib
import html
import json
import math
import os
import pathlib
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

BIN = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(BIN.parent / "lib/python3/dist-packages"))
from alcove import programs  # noqa: E402

KEYS = {"models", "devices", "options", "pipeline", "time-limit-s", "slurm"}
SLURM_KEYS = {"partitions", "at-once", "tasks-per-job", "sbatch"}
MOST_IN_AN_ARRAY = 1000  # Slurm's MaxArraySize is 1001 where nobody changed it
PIPELINES = ("ttir-to-ttnn-backend-pipeline", "ttnn-to-ttnn")
# Columns of the table, and where the summary has them.
FIGURES = {
    "time_ns": ("plan", "time_ns"), "time_low_ns": ("plan", "time_low_ns"), "time_high_ns": ("plan", "time_high_ns"),
    "bound_ns": ("plan", "bound_ns"), "gap": ("plan", "gap"), "proved": ("plan", "proved"),
    "in_space": ("plan", "in_space"), "standing": ("plan", "standing"),
    "dram_bytes": ("plan", "dram_bytes"), "peak_l1_bytes": ("plan", "peak_l1_bytes_per_core"),
    "activation_ops": ("plan", "activation_ops"), "l1_sharded": ("plan", "l1_sharded"),
    "l1_interleaved": ("plan", "l1_interleaved"), "in_dram": ("plan", "dram"), "reshards": ("plan", "reshards"),
    "spills": ("plan", "spills"), "all_dram_ns": ("all_dram", "time_ns"), "gain": ("gain", "ratio"),
}


class SweepError(Exception):
    pass


def write_whole(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    programs.write_whole(path, text)


def refuse_unknown(keys, known, where):
    for key in keys:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            raise SweepError(f"{where}: unknown key '{key}'" + (f"; nearest: '{near[0]}'" if near else "")
                             + f" (known are {', '.join(sorted(known))})")


def words_of(value, where, example):
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not value or not all(isinstance(each, str) and each for each in value):
        raise SweepError(f"{where}: expected a list of at least one text, such as [\"{example}\"]")
    return value


class Task:
    def __init__(self, sweep, model, device, choice):
        self.model, self.device, self.choice = model, device, choice
        self.text = sweep.options[choice]
        stem = re.sub(r"(\.mlir)?(\.gz)?$", "", model.name)
        self.stem = stem
        card = pathlib.Path(device).stem if "/" in device or device.endswith(".json") else device
        self.name = ".".join(re.sub(r"[^A-Za-z0-9_+-]+", "-", part) for part in (stem, card, choice))
        digest = hashlib.sha256()
        for part in (sweep.digest(model), sweep.digest(pathlib.Path(device)) if os.path.isfile(device) else device.encode(),
                     self.text.encode(), sweep.pipeline.encode()):
            digest.update(len(part).to_bytes(8, "little") + part)
        self.key = digest.hexdigest()[:12]

    def command(self, sweep, summary):
        is_file = "/" in self.device or self.device.endswith(".json")
        where = f"{'system-desc-path' if is_file else 'mock-system-desc-arch'}={self.device}"
        # Models of StableHLO and TOSA become TTIR first; others pass by.
        reading = ["--convert-stablehlo-to-ttir", "--convert-tosa-to-ttir"] if sweep.pipeline == PIPELINES[0] else []
        return [BIN / "alcove-opt", *reading, f"--{sweep.pipeline}={self.text} {where} summary-json={summary}", self.model, "-o",
                "/dev/null"]


class Sweep:
    def __init__(self, path, folder):
        self.path = pathlib.Path(path)
        try:
            data = json.loads(self.path.read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise SweepError(f"{path}: {error.strerror}; /usr/share/doc/alcove/examples/sweep.json is one to begin with")
        except ValueError as error:
            raise SweepError(f"{path}: no JSON: {error}")
        if not isinstance(data, dict):
            raise SweepError(f"{path}: expected an object with models, devices and options")
        refuse_unknown(data, KEYS, path)
        self.folder = pathlib.Path(folder) if folder else self.path.with_suffix(".sweep")
        self.digests = {}
        self.pipeline = data.get("pipeline", PIPELINES[0])
        if self.pipeline not in PIPELINES:
            raise SweepError(f"{path}: pipeline: '{self.pipeline}' is none of {', '.join(PIPELINES)}")
        self.limit = data.get("time-limit-s", 3600)
        if not isinstance(self.limit, (int, float)) or not 0 < self.limit < math.inf:
            raise SweepError(f"{path}: time-limit-s: expected a number of seconds above 0")
        self.slurm = data.get("slurm", {})
        refuse_unknown(self.slurm, SLURM_KEYS, f"{path}: slurm")
        self.options = self.read_options(data.get("options", {"level2": "optimization-level=2"}))
        devices = [str(self.path.parent / each) if "/" in each or each.endswith(".json") else each
                   for each in words_of(data.get("devices", ["n150"]), f"{path}: devices", "n150")]
        self.check_devices(devices)
        models = self.find_models(words_of(data.get("models", []), f"{path}: models", "*.mlir"))
        self.tasks = [Task(self, model, device, choice) for model in models for device in devices
                      for choice in self.options]
        names = {}
        for task in self.tasks:
            if task.name in names:
                raise SweepError(f"{path}: two tasks are called '{task.name}': {names[task.name].model} and {task.model}; "
                                 "rename one of the files")
            names[task.name] = task
        self.named = names

    def digest(self, path):
        if path not in self.digests:
            self.digests[path] = hashlib.sha256(path.read_bytes()).digest()
        return self.digests[path]

    def check_devices(self, devices):
        """A name that no task could be planned for ends the sweep before its first task."""
        for device in devices:
            if device == "wormhole":  # the smallest card that holds a model's mesh: chosen for each model
                continue
            asked = subprocess.run([BIN / "alcove-device", "show", device], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if asked.returncode:
                raise SweepError(f"{self.path}: devices: {asked.stderr.strip().removeprefix('alcove-device: error: ')}")

    def read_options(self, given):
        if isinstance(given, list):
            listed = words_of(given, f"{self.path}: options", "optimization-level=2")
            given = {re.sub(r"[^A-Za-z0-9]+", "-", each): each for each in listed}
        if not isinstance(given, dict) or not given or not all(isinstance(each, str) for each in given.values()):
            raise SweepError(f"{self.path}: options: expected {{\"name\": \"optimization-level=2 ...\"}}")
        return given

    def find_models(self, patterns):
        models = []
        for pattern in patterns:
            found = sorted(glob.glob(str(self.path.parent / os.path.expandvars(pattern))))
            if not found:
                raise SweepError(f"{self.path}: models: no file fits '{pattern}' (paths are relative to {self.path.parent})")
            models += [pathlib.Path(each) for each in found]
        return models

    def result_path(self, task):
        return self.folder / "results" / f"{task.name}-{task.key}.json"

    def missing(self):
        return [task for task in self.tasks if not self.result_path(task).exists()]


def die_with_parent():
    """A killed sweep leaves no compiler running."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def first_error(text):
    lines = [line for line in text.splitlines() if "error" in line] or text.splitlines() or ["no message"]
    return lines[0][:500]


def run_task(sweep, task, wait=False):
    """done, skipped (its result is there) or, unless we wait for it, busy (another process is at it). A result is what a finished compiler says,
    an error included; one that was killed or had no time left has none, and is run again."""
    result = sweep.result_path(task)
    locks = sweep.folder / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with open(locks / f"{task.name}-{task.key}", "w") as lock, tempfile.TemporaryDirectory(prefix="alcove-sweep-") as scratch:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return "busy"
        if result.exists():
            return "skipped"
        summary, begin = pathlib.Path(scratch) / "summary.json", time.monotonic()
        try:
            done = subprocess.run(task.command(sweep, summary), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=sweep.limit, preexec_fn=die_with_parent)
        except subprocess.TimeoutExpired:
            return f"no result: not done in {sweep.limit} s (time-limit-s)"
        stderr = done.stderr.decode(errors="replace")
        if done.returncode < 0:
            return f"no result: ended by signal {-done.returncode}"
        record = {"format": "alcove-sweep-result", "version": 1, "name": task.name, "model": task.stem, "device": task.device, "choice": task.choice,
                  "options": task.text, "key": task.key, "status": "ok" if done.returncode == 0 else "error"}
        if done.returncode == 0:
            record["summary"] = json.loads(summary.read_text())
        else:
            record["error"] = first_error(stderr).replace(f"{task.model}", task.model.name)
        record["run"] = {"seconds": round(time.monotonic() - begin, 3), "host": os.uname().nodename,
                         "where": os.environ.get("SLURM_JOB_PARTITION", "local")}
        write_whole(result, json.dumps(record, indent=1) + "\n")
        with open(sweep.folder / "done.log", "a") as log:  # one line per task that was run to its end
            log.write(f"{task.name} {task.key}\n")
        return "done"


def run_here(sweep, tasks, at_once):
    """The longest models first, so that no long one runs last alone."""
    begin, counts = time.monotonic(), {}
    tasks = sorted(tasks, key=lambda task: (-task.model.stat().st_size, task.name))
    pool = ThreadPoolExecutor(at_once)
    futures = {pool.submit(run_task, sweep, task): task for task in tasks}
    try:
        for number, future in enumerate(as_completed(futures), 1):
            outcome = future.result()
            if outcome not in ("done", "skipped"):
                print(f"alcove sweep: {futures[future].name}: {outcome}", file=sys.stderr)
            counts[outcome.split(":")[0]] = counts.get(outcome.split(":")[0], 0) + 1
            if sys.stderr.isatty():
                print(f"\r{number} of {len(tasks)} tasks", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        raise SweepError("interrupted; the same command goes on with what is missing")
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{len(sweep.tasks)} tasks: {counts.get('done', 0)} run, {len(sweep.tasks) - len(tasks) + counts.get('skipped', 0)} "
          f"there already, {len(sweep.missing())} missing; {time.monotonic() - begin:.1f} s on {at_once} cores")


def submit(sweep, wait):
    """One job array per partition, of what is missing, tasks dealt out in turn."""
    missing = sweep.missing()
    if not missing:
        print("nothing is missing")
        return
    partitions = words_of(sweep.slurm.get("partitions", []), f"{sweep.path}: slurm: partitions", "debug")
    folder, jobs = sweep.folder / "slurm", []
    for number, partition in enumerate(partitions):
        mine = missing[number::len(partitions)]
        if not mine:
            continue
        bundle = max(int(sweep.slurm.get("tasks-per-job", 1)), -(-len(mine) // MOST_IN_AN_ARRAY))
        size = -(-len(mine) // bundle)
        tasks, script = folder / f"{partition}.tasks", folder / f"{partition}.sh"
        write_whole(tasks, "".join(task.name + "\n" for task in mine))
        limit = f"%{sweep.slurm['at-once']}" if "at-once" in sweep.slurm else ""
        extra = "".join(f"#SBATCH {each}\n" for each in sweep.slurm.get("sbatch", []))
        log = shlex.quote(str((folder / f"{partition}.log").resolve()))
        command = " ".join(shlex.quote(str(each)) for each in
                           (BIN / "alcove-sweep", sweep.path.resolve(), "-o", sweep.folder.resolve(), "--tasks-from",
                            tasks.resolve(), "--bundle", bundle))
        write_whole(script, f"#!/bin/sh\n#SBATCH --job-name=alcove-sweep\n#SBATCH --partition={partition}\n"
                            f"#SBATCH --array=0-{size - 1}{limit}\n#SBATCH --output={log}\n#SBATCH --open-mode=append\n"
                            f"{extra}exec {command}\n")
        try:
            jobs.append(subprocess.Popen(["sbatch", *(["--wait"] if wait else []), script], stdout=subprocess.PIPE, text=True))
        except FileNotFoundError:
            raise SweepError(f"sbatch is not there: install slurm-client, or run {script} where it is; "
                             f"without Slurm: alcove sweep {sweep.path}")
        print(f"partition {partition}: {len(mine)} tasks in {size} jobs", flush=True)
    codes = [job.wait() for job in jobs]
    for job in jobs:
        print(job.stdout.read().strip())
    if any(codes) and not wait:
        raise SweepError("sbatch refused a job; what it said stands above")
    if wait:
        print(f"{len(missing)} tasks: {len(missing) - len(sweep.missing())} run, {len(sweep.missing())} missing")


def run_bundle(sweep, path, bundle):
    index = os.environ.get("SLURM_ARRAY_TASK_ID")
    if index is None:
        raise SweepError("--tasks-from is for the jobs of a Slurm array (SLURM_ARRAY_TASK_ID is not set)")
    names = pathlib.Path(path).read_text().split()
    # What a job killed a moment ago has begun may still be under way.
    return run_named(sweep, names[int(index) * bundle:(int(index) + 1) * bundle], wait=True)


def run_named(sweep, names, wait=False):
    for name in names:
        if name not in sweep.named:
            near = difflib.get_close_matches(name, sweep.named, 1)
            raise SweepError(f"no task is called '{name}'" + (f"; nearest: '{near[0]}'" if near else "") + "; --list names them")
    failed = False
    for name in names:
        outcome = run_task(sweep, sweep.named[name], wait)
        print(f"{name}: {outcome}")
        failed |= outcome.startswith("no result")
    return 1 if failed else 0


def rows_of(sweep):
    for task in sweep.tasks:
        path = sweep.result_path(task)
        if not path.exists():
            continue
        record = json.loads(path.read_text())
        summary = record.get("summary", {})
        row = {key: record.get(key, "") for key in ("name", "model", "device", "choice", "options", "status", "error")}
        row["device"] = pathlib.Path(row["device"]).name
        for column, (section, key) in FIGURES.items():
            row[column] = summary.get(section, {}).get(key)
        yield row, {"name": record["name"], **record["run"]}


def gather(sweep):
    rows = list(rows_of(sweep))
    if not rows:
        raise SweepError(f"{sweep.folder}: no results yet; `alcove sweep {sweep.path}` runs the tasks")
    columns = list(rows[0][0])
    table = sweep.folder / "results.csv"
    with tempfile.TemporaryDirectory(dir=sweep.folder) as scratch:
        part = pathlib.Path(scratch) / "results.csv"
        with open(part, "w", newline="") as file:
            writer = csv.DictWriter(file, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(row for row, _ in rows)
        os.replace(part, table)
        part = pathlib.Path(scratch) / "results.sqlite"
        base = sqlite3.connect(part)
        text, kinds = "TEXT", {"name": "TEXT PRIMARY KEY", **{column: "" for column in FIGURES}}
        base.execute(f"CREATE TABLE results ({', '.join(f'{c} {kinds.get(c, text)}' for c in columns)})")
        base.executemany(f"INSERT INTO results VALUES ({', '.join('?' * len(columns))})", [tuple(row.values()) for row, _ in rows])
        base.execute("CREATE TABLE runs (name TEXT PRIMARY KEY REFERENCES results, seconds REAL, host TEXT, place TEXT)")
        base.executemany("INSERT INTO runs VALUES (?, ?, ?, ?)", [tuple(run.values()) for _, run in rows])
        base.commit()
        base.close()
        os.replace(part, sweep.folder / "results.sqlite")
    write_whole(sweep.folder / "report.html", report_of(sweep, [row for row, _ in rows]))
    errors = [row for row, _ in rows if row["status"] == "error"]
    print(f"{len(rows)} of {len(sweep.tasks)} results, {len(errors)} of them errors: {table}, results.sqlite and report.html beside it")
    for row in errors[:8]:
        print(f"alcove sweep: {row['name']}: {row['error']}", file=sys.stderr)
    if len(errors) > 8:
        print(f"alcove sweep: and {len(errors) - 8} more errors: results.csv", file=sys.stderr)
    return 1 if errors else 0


def report_of(sweep, rows):
    """One table per model: devices down, options across; time, gain, its share of the slowest as a bar, what was proved. A
    cell links to its result; above them all a plot of the gains."""
    models = {}
    for row in rows:
        models.setdefault(row["model"], []).append(row)
    out = ["<!doctype html><meta charset=utf-8><title>Sweep</title><style>body{font:14px sans-serif;margin:2em}"
           "table{border-collapse:collapse;margin-bottom:2em}td,th{padding:3px 10px;text-align:right;border-bottom:1px solid #ddd}"
           "th:first-child{text-align:left}.bar{background:#9bc4e8;height:5px}.best{font-weight:bold}.error{color:#a00}"
           "a{color:inherit}small{color:#666}</style>",
           f"<h1>{html.escape(sweep.path.name)}</h1><p>{len(rows)} of {len(sweep.tasks)} tasks. Modelled time in "
           "microseconds, below it what planning gains over every tensor in DRAM, DRAM traffic in MB and the gap to the proved "
           "bound; bold is the fastest of its row. Each time links to the task's result. Nothing was run on hardware. "
           '<a href="results.csv">results.csv</a>, <a href="results.sqlite">results.sqlite</a></p>',
           "<p>" + "; ".join(f"<b>{html.escape(name)}</b> {html.escape(text)}" for name, text in sweep.options.items()) + "</p>",
           plot_of(rows)]
    for model, mine in models.items():
        choices = list(dict.fromkeys(row["choice"] for row in mine))
        slowest = max((row["time_ns"] or 0 for row in mine), default=0) or 1
        out.append(f"<h2>{html.escape(model)}</h2><table><tr><th>device</th>"
                   + "".join(f"<th title='{html.escape(sweep.options[c], quote=True)}'>{html.escape(c)}</th>" for c in choices) + "</tr>")
        for device in dict.fromkeys(row["device"] for row in mine):
            cells = {row["choice"]: row for row in mine if row["device"] == device}
            best = min((row["time_ns"] for row in cells.values() if row["time_ns"]), default=None)
            out.append(f"<tr><th>{html.escape(device)}</th>" + "".join(cell_of(sweep, cells.get(c), best, slowest) for c in choices) + "</tr>")
        out.append("</table>")
    return "\n".join(out) + "\n"


def plot_of(rows):
    """The gain of every task as a bar, a colour per choice of options; the line is 1: no gain."""
    shown = [row for row in rows if row["gain"]]
    if not shown:
        return ""
    colours = ("#0969da", "#1a7f37", "#bc4c00", "#8250df", "#9a6700", "#59636e")
    choices = list(dict.fromkeys(row["choice"] for row in shown))
    longest, left, width, pitch = max(row["gain"] for row in shown), 330, 520, 16
    out = [f"<svg width={left + width + 80} height={pitch * (len(shown) + 1)} font-size=11 role=img aria-label='Gain of every task'>"]
    for number, row in enumerate(shown):
        y, bar = pitch * number, width * row["gain"] / longest
        name = html.escape(f"{row['model']} on {row['device']}, {row['choice']}")
        out.append(f"<text x={left - 6} y={y + 12} text-anchor=end>{name}</text><rect x={left} y={y + 2} width={bar:.1f} height={pitch - 4} "
                   f"fill='{colours[choices.index(row['choice']) % len(colours)]}'/><text x={left + bar + 4:.1f} y={y + 12}>{row['gain']:.2f}x</text>")
    one = left + width / longest
    out.append(f"<line x1={one:.1f} x2={one:.1f} y1=0 y2={pitch * len(shown)} stroke='#333' stroke-dasharray='3 3'/></svg>")
    return "".join(out)


def cell_of(sweep, row, best, slowest):
    if row is None:
        return "<td>missing</td>"
    link = f"results/{sweep.result_path(sweep.named[row['name']]).name}"
    if row["status"] == "error":
        return f"<td class=error title='{html.escape(row['error'], quote=True)}'><a href=\"{link}\">error</a></td>"
    gap = "" if row["gap"] is None else f", gap {100 * row['gap']:.2f} %{'' if row['in_space'] else ' (not of the space)'}"
    gain = "" if row["gain"] is None else f"{row['gain']:.2f}x, "
    return (f"<td{' class=best' if row['time_ns'] == best else ''}><a href=\"{link}\">{row['time_ns'] / 1e3:.1f}</a>"
            f"<div class=bar style='width:{100 * row['time_ns'] / slowest:.0f}%'></div>"
            f"<small>{gain}{row['dram_bytes'] / 1e6:.1f} MB{gap}</small></td>")


def cores(text):
    count = int(text)
    if not 1 <= count <= 4096:
        raise argparse.ArgumentTypeError("between 1 and 4096")
    return count


def parse():
    parser = argparse.ArgumentParser(prog="alcove sweep", allow_abbrev=False,
                                     description="Models x devices x options as independent tasks. `man alcove-sweep`.")
    parser.add_argument("--version", action="store_true", help="version of Alcove and LLVM")
    parser.add_argument("sweep", nargs="?", metavar="SWEEP.json", help="models, devices, options")
    parser.add_argument("-o", "--output", metavar="DIR", help="where results go (default: SWEEP.sweep beside the file)")
    parser.add_argument("-j", "--jobs", type=cores, default=os.cpu_count(), metavar="N", help="tasks at once (default: all cores)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="names of the tasks, and which results are there")
    what.add_argument("--task", action="append", metavar="NAME", help="run this task, if its result is missing")
    what.add_argument("--parallel", action="store_true", help="print a command for each missing task, for GNU parallel")
    what.add_argument("--slurm", action="store_true", help="submit what is missing as a Slurm job array per partition")
    what.add_argument("--tasks-from", metavar="FILE", help="what a job of the array runs")
    what.add_argument("--gather", action="store_true", help="write results.csv, results.sqlite and report.html")
    parser.add_argument("--wait", action="store_true", help="with --slurm: until the jobs are done, then gather")
    parser.add_argument("--bundle", type=cores, default=1, help=argparse.SUPPRESS)
    return parser, parser.parse_args()


def main():
    parser, options = parse()
    if options.version:
        told = subprocess.run([BIN / "alcove", "--version"], capture_output=True, text=True, check=True).stdout
        print(told.replace("alcove", "alcove-sweep", 1), end="")
        return 0
    if not options.sweep:
        parser.error("name a SWEEP.json; /usr/share/doc/alcove/examples/sweep.json is one to begin with")
    sweep = Sweep(options.sweep, options.output)
    if options.list:
        for task in sweep.tasks:
            print(f"{'there  ' if sweep.result_path(task).exists() else 'missing'}  {task.name}")
    elif options.parallel:
        for task in sweep.missing():
            print(" ".join(shlex.quote(str(each)) for each in
                           (BIN / "alcove-sweep", sweep.path.resolve(), "-o", sweep.folder.resolve(), "--task", task.name)))
    elif options.task:
        return run_named(sweep, options.task)
    elif options.tasks_from:
        return run_bundle(sweep, options.tasks_from, options.bundle)
    elif options.slurm:
        submit(sweep, options.wait)
        return gather(sweep) or int(bool(sweep.missing())) if options.wait else 0
    elif options.gather:
        return gather(sweep)
    else:
        run_here(sweep, sweep.missing(), options.jobs)
        return gather(sweep) or int(bool(sweep.missing()))
    return 0


if __name__ == "__main__":
    programs.end("alcove sweep", main, SweepError, 1)
