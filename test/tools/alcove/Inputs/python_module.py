"""The module `alcove` against the program's own text, and its errors. usage: python_module.py MLP.mlir"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import alcove

model = sys.argv[1]


def raised(call):
    try:
        call()
    except alcove.Error as error:
        return error
    sys.exit("no error")


plan = alcove.plan(model, device="n150")
told = subprocess.run(["alcove", "plan", model, "--device", "n150"], capture_output=True, text=True, check=True).stdout
assert f"{plan.time_us:.1f} us" in re.search(r"modelled time +(.*)", told).group(1), told
assert re.search(r"gain +([0-9.]+)x", told).group(1) == f"{plan.gain:.2f}"
assert plan.bound_us <= plan.time_us + 1e-6 and plan.all_dram_us >= plan.time_us and plan.peak_l1_bytes > 0
assert plan.op("up")["op"] in ("matmul", "linear") and abs(sum(op.get("time_ns", 0) for op in plan.ops) / 1000 - plan.time_us) < 1e-6
assert "no op is named 'upp'; nearest: 'up'" in str(raised(lambda: plan.op("upp")))
assert "no op is named 'nope'; nearest: " in str(raised(lambda: plan.op("nope")))
assert all(op["reason"] and op["why"] for op in plan.outside_l1())
assert {op["name"] for op in alcove.explain(model, device="n150")} == {op["name"] for op in plan.outside_l1()}
assert "up" in alcove.explain(model, "up")
with tempfile.TemporaryDirectory() as folder:
    saved, planned = pathlib.Path(folder) / "plan.json", pathlib.Path(folder) / "planned.mlir"
    plan.save(saved)
    assert alcove.Plan.load(saved).summary == plan.summary
    smaller = alcove.plan(model, device="n150", l1_bytes=600000, output=planned)
    assert "l1-bytes=600000" in smaller.summary["options"] and planned.exists()
    changes = alcove.compare(plan, smaller)
    assert abs(changes.before_us - plan.time_us) < 1e-9 and abs(changes.after_us - smaller.time_us) < 1e-9
    changes = alcove.compare(model, after={"optimization_level": 1})
    assert changes.change_percent > 0 and changes.ops and "optimization-level=1" in changes.data["after"]["options"]
    pathlib.Path(folder, "summary.json").write_text('{"format": "alcove-summary", "version": 99}')
    assert "version 99" in str(raised(lambda: alcove.Plan.load(f"{folder}/summary.json")))
    # What is no file, no JSON, no object or no table is an error of the module, like every other.
    pathlib.Path(folder, "list.json").write_text("[]")
    pathlib.Path(folder, "results.sqlite").write_text("no database")
    assert "No such file" in str(raised(lambda: alcove.Plan.load(f"{folder}/none.json")))
    assert "no JSON" in str(raised(lambda: alcove.Plan.load(model)))
    assert "format None" in str(raised(lambda: alcove.Plan.load(f"{folder}/list.json")))
    assert "No such file" in str(raised(lambda: plan.save(f"{folder}/none/plan.json")))
    assert "not the table of a sweep" in str(raised(lambda: alcove.sweep_results(folder)))
    assert "there is no such file" in str(raised(lambda: alcove.sweep_results(f"{folder}/none")))
    assert "timeline is True or False" in str(raised(lambda: alcove.plan(model, timeline=f"{folder}/timeline.json")))
    assert "output is a file" in str(raised(lambda: alcove.plan(model, output="-")))
    assert "a dictionary or a text" in str(raised(lambda: alcove.compare(model, after=["l1-bytes=600000"])))
    assert alcove.plan(model, mesh_shape=[1, 1]).time_us == plan.time_us
assert any(device["name"] == "wormhole-n150" and device["chips"] == 1 for device in alcove.devices())
assert alcove.ask("matmul 512x1024 1024x512 -> ?512x512")["legal"] is True
refused = alcove.ask("matmul 512x1024 512x512 -> ?512x512")
assert refused["legal"] is False and refused["refusal"]["rule"], refused
assert re.fullmatch(r"[0-9.]+", alcove.version())
error = raised(lambda: alcove.plan("nosuch.mlir"))
assert "nosuch.mlir" in str(error) and error.exit_code in (1, 2), error
assert "nearest" in str(raised(lambda: alcove.plan(model, l1_byte=3)))
assert "no timeline" in str(raised(plan.plot_memory))
assert "nearest: 'main'" in str(raised(lambda: alcove.plan(model, timeline=True).plot_memory(function="mein")))
assert "no rows" in str(raised(lambda: alcove.plot_sweep([])))
assert "nearest: 'time_ns'" in str(raised(lambda: alcove.plot_sweep([{"model": "a", "time_ns": 1}], figure="times")))
os.environ["ALCOVE_PROGRAM"] = "/bin/true"
assert "printed no JSON" in str(raised(alcove.devices))
os.environ["ALCOVE_PROGRAM"] = "/"
assert "does not run" in str(raised(alcove.version))
os.environ["ALCOVE_PROGRAM"] = "/nonexistent/alcove"
assert "ALCOVE_PROGRAM" in str(raised(alcove.version))
print("module holds")
