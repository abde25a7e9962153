"""Runs each command of `alcove explain`'s last part and compares total, op and place. usage: run_remedy.py OUTPUT"""
import json
import re
import shlex
import subprocess
import sys
import tempfile

text = open(sys.argv[1]).read()
remedies = re.findall(r"^  (\S+) \([^)]*\): (alcove plan .*): ([0-9.]+) us, [-+0-9.]+ %, the op ([0-9.]+) us in ([^;\n]*)", text, re.M)
assert remedies, "no command is printed"
for op, command, total, time, layout in remedies:
    with tempfile.NamedTemporaryFile(suffix=".json") as summary:
        subprocess.run(shlex.split(command) + ["--summary-json=" + summary.name], check=True, stdout=subprocess.DEVNULL)
        again = json.load(open(summary.name))
    assert f"{again['plan']['time_ns'] / 1000:.2f}" == total, f"{command}: {again['plan']['time_ns']} ns, promised are {total} us"
    there = next(each for each in again["ops"] if each["name"] == op)
    assert (f"{there['time_ns'] / 1000:.2f}", there["layout"]) == (time, layout), f"{op}: {there}, promised are {time} us in {layout}"
