"""usage: check_timeline.py TIMELINE.json TRACE.json SUMMARY.json: what must hold of any timeline."""
import json
import sys

timeline, trace, summary = (json.load(open(path)) for path in sys.argv[1:4])
functions = timeline["functions"]
forward = [f for f in functions if "const_eval" not in f["name"]]
assert len(forward) == 1, [f["name"] for f in functions]
for f in functions:
    at = 0.0
    for step in f["steps"]:
        assert abs(step["start_ns"] - at) < 1e-3, step
        at += step["duration_ns"]
        assert step["peak_l1_bytes"] <= step["peak_extent_bytes"] <= f["l1_bytes_per_core"], step
    assert abs(at - f["time_ns"]) < 1e-3
    for tensor in f["tensors"]:
        assert 0 <= tensor["begin"] < tensor["end"], tensor
        assert tensor["first_step"] <= tensor["last_step"] <= f["instructions"], tensor
        assert tensor["start_ns"] <= tensor["end_ns"], tensor
    # No two rectangles of one memory share bytes at one time.
    for space in ("l1", "dram"):
        boxes = [t for t in f["tensors"] if t["space"] == space]
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = (a["end"] <= b["begin"] or b["end"] <= a["begin"] or a["last_step"] <= b["first_step"]
                         or b["last_step"] <= a["first_step"])
                assert apart, (a, b)
plan = summary["plan"]
assert plan["peak_held_bytes_per_core"] == forward[0]["peak_l1_bytes"]
assert plan["peak_extent_bytes_per_core"] == forward[0]["peak_extent_bytes"]
assert abs(plan["time_ns"] - forward[0]["time_ns"]) < 1e-3
steps = len(forward[0]["steps"])  # what is computed once is not in the picture of a call
slices = sum(event["ph"] == "X" and event["tid"] == 0 for event in trace["traceEvents"])
# The resources of an op: each ends when the op does, or before.
ops = {(e["pid"], e["ts"], e["name"]): e["dur"] for e in trace["traceEvents"] if e["ph"] == "X" and e["tid"] == 0}
for event in trace["traceEvents"]:
    if event["ph"] == "X" and event["tid"] > 0:
        assert event["dur"] <= ops[event["pid"], event["ts"], event["name"]] + 1e-6, event
by_track = {}
for event in trace["traceEvents"]:
    if event["ph"] == "X":
        by_track.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event["dur"]))
for track, spans in by_track.items():
    spans.sort()
    assert all(first[1] <= second[0] + 1e-6 for first, second in zip(spans, spans[1:])), track
tracks = {e["args"]["name"] for e in trace["traceEvents"] if e["ph"] == "M" and e["name"] == "thread_name"}
assert tracks == {"ops", "compute", "DRAM", "NoC", "launch"}, tracks
names = [step["name"] for step in forward[0]["steps"]]
assert all(names) and len(set(names)) == len(names), names
begins = sum(event["ph"] == "b" for event in trace["traceEvents"])
assert begins == sum(event["ph"] == "e" for event in trace["traceEvents"])
print(f"timeline holds: {steps} steps, {slices} slices")
