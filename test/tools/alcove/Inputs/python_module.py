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
assert any(device["name"] == "wormhole-n150" and device["chips"] == 1 for device in alcove.devices())
assert alcove.ask("matmul 512x1024 1024x512 -> ?512x512")["legal"] is True
refused = alcove.ask("matmul 512x1024 512x512 -> ?512x512")
assert refused["legal"] is False and refused["refusal"]["rule"], refused
assert re.fullmatch(r"[0-9.]+", alcove.version())
error = raised(lambda: alcove.plan("nosuch.mlir"))
assert "nosuch.mlir" in str(error) and error.exit_code in (1, 2), error
assert "nearest" in str(raised(lambda: alcove.plan(model, l1_byte=3)))
os.environ["ALCOVE_PROGRAM"] = "/nonexistent/alcove"
assert "ALCOVE_PROGRAM" in str(raised(alcove.version))
print("module holds")
