"""A sweep of eight tasks: run in parts, killed, resumed, by hand and as input of a shell. usage: sweep.py DIR"""
import csv
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import time

folder = pathlib.Path(sys.argv[1])
(folder / "broken.mlir").write_text('func.func @f() { "ttir.nothing"() : () -> () }\n')
(folder / "s.json").write_text(json.dumps({
    "models": ["mlp.mlir", "broken.mlir"], "devices": ["n150", "p150"],
    "options": {"dram": "optimization-level=1", "l1": "optimization-level=2"},
    "slurm": {"partitions": ["a", "b"], "tasks-per-job": 2}}))


def sweep(*words, code=0):
    done = subprocess.run(["alcove", "sweep", folder / "s.json", *words], capture_output=True, text=True)
    assert done.returncode == code, (words, done)
    return done.stdout


def results(where):
    return sorted(path.name for path in (where / "results").iterdir())


def finished(where):
    lines = (where / "done.log").read_text().splitlines()
    assert len(lines) == len(set(lines)), "a task was done twice"  # one that was killed right behind its result has no line
    return len(lines)


one, two, three = (folder / name for name in ("one", "two", "three"))
listed = sweep("--list", "-o", one)
assert listed.count("missing") == 8 and "mlp.n150.l1" in listed
assert "done" in sweep("--task", "mlp.n150.l1", "-o", one)
assert "skipped" in sweep("--task", "mlp.n150.l1", "-o", one)
said = sweep("-o", one, "-j", "2", code=1)  # broken.mlir has results too: errors
assert "8 tasks: 7 run, 1 there already, 0 missing" in said, said
assert "8 tasks: 0 run, 8 there already" in sweep("-o", one, code=1)
assert finished(one) == 8

# Killed at any moment: the same command goes on.
for wait in (0.05, 0.3, 0.6):
    process = subprocess.Popen(["alcove", "sweep", folder / "s.json", "-o", two, "-j", "2"], stdout=subprocess.DEVNULL)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait()
sweep("-o", two, "-j", "2", code=1)
assert finished(two) >= 6 and results(one) == results(two)
assert not list((two / "results").glob("*.tmp"))
assert (one / "results.csv").read_bytes() == (two / "results.csv").read_bytes()

# As input of GNU parallel, here by a shell; then nothing is left to print.
subprocess.run(sweep("--parallel", "-o", three), shell=True, check=True, stdout=subprocess.DEVNULL)
assert sweep("--parallel", "-o", three) == ""
sweep("--gather", "-o", three, code=1)
assert (one / "results.csv").read_bytes() == (three / "results.csv").read_bytes()

rows = list(csv.DictReader(open(one / "results.csv")))
assert [row["status"] for row in rows] == ["ok"] * 4 + ["error"] * 4
assert "unknown op 'ttir.nothing'" in rows[-1]["error"] and float(rows[1]["time_ns"]) < float(rows[0]["time_ns"])
base = sqlite3.connect(one / "results.sqlite")
assert base.execute("SELECT count(*) FROM results JOIN runs USING (name)").fetchone() == (8,)
page = (one / "report.html").read_text()
links = re.findall(r'href="(results/[^"]+)"', page)
assert len(links) == 8 and all((one / link).exists() for link in links) and page.count("<svg") == 1
for row in rows[:4]:
    assert f"{float(row['gain']):.2f}x" in page and f"{float(row['time_ns']) / 1e3:.1f}</a>" in page, row

# A device that nobody knows ends the sweep before its first task; a sweep without errors ends with 0.
(folder / "wrong.json").write_text(json.dumps({"models": ["mlp.mlir"], "devices": ["n150", "n1500"]}))
done = subprocess.run(["alcove", "sweep", folder / "wrong.json"], capture_output=True, text=True)
assert done.returncode == 1 and "devices" in done.stderr and "wormhole-n150" in done.stderr, done
assert not (folder / "wrong.sweep" / "results").exists()
(folder / "good.json").write_text(json.dumps({"models": ["mlp.mlir"], "devices": ["n150"]}))
assert subprocess.run(["alcove", "sweep", folder / "good.json"], capture_output=True).returncode == 0

# What a member must be is said with an example of its own; Python reads NaN and Infinity as JSON.
for member, said in (('"options": [{"name": "a"}]', 'options: expected a list of at least one text, such as ["optimization-level=2"]'),
                     ('"models": [5]', 'models: expected a list of at least one text, such as ["*.mlir"]'),
                     ('"time-limit-s": NaN', "time-limit-s: expected a number of seconds above 0"),
                     ('"time-limit-s": Infinity', "time-limit-s: expected a number of seconds above 0")):
    (folder / "wrong.json").write_text('{"models": ["mlp.mlir"], %s}' % member)
    done = subprocess.run(["alcove", "sweep", folder / "wrong.json", "--list"], capture_output=True, text=True)
    assert done.returncode == 1 and said in done.stderr, done

# A model that changed is another task.
(folder / "mlp.mlir").write_text((folder / "mlp.mlir").read_text() + "\n// changed\n")
assert sweep("--list", "-o", one).count("missing") == 4

# The scripts of an array, and what each of its jobs runs; sbatch is one of ours that runs the jobs in turn.
tools = folder / "tools"
tools.mkdir(exist_ok=True)
(tools / "sbatch").write_text('#!/bin/sh\n[ "$1" = --wait ] && shift\n'
                              'last=$(sed -n "s/#SBATCH --array=0-\\([0-9]*\\).*/\\1/p" "$1")\n'
                              'for i in $(seq 0 $last); do SLURM_ARRAY_TASK_ID=$i sh "$1" || exit 1; done\necho "Submitted batch job 1"\n')
(tools / "sbatch").chmod(0o755)
four = folder / "four"
os.environ["PATH"] = f"{tools}:{os.environ['PATH']}"
said = sweep("--slurm", "--wait", "-o", four, code=1)
assert "partition a: 4 tasks in 2 jobs" in said and "8 tasks: 8 run, 0 missing" in said, said
assert finished(four) == 8
print("sweep holds")
