"""Pictures of plans and sweeps, by matplotlib. Each function draws on `axes`, or on new ones, and returns them."""
from . import Error, _nearest


def _axes(axes, width=10, height=4.5):
    if axes is not None:
        return axes
    import matplotlib.pyplot as pyplot
    return pyplot.subplots(figsize=(width, height), layout="constrained")[1]


COLOURS = {"DRAM": "#bc4c00", "compute": "#8250df", "NoC": "#9a6700", "launch": "#6e7781"}


def _forward(plan, function):
    """The timeline of a function; without a name, of the first that the summary has ops of."""
    if plan.timeline is None:
        raise Error("the plan has no timeline: alcove.plan(model, timeline=True)")
    names = [function] if function else [op["function"] for op in plan.ops]
    for each in plan.timeline["functions"]:
        if each["name"] in names:
            return each
    raise _nearest("function", function, [each["name"] for each in plan.timeline["functions"]])


def memory(plan, axes=None, function=None):
    line, axes = _forward(plan, function), _axes(axes)
    # Steps that take no time have no width.
    spot, spots = 0, {}
    busy = {step["step"] for step in line["steps"] if step["duration_ns"] > 0}
    for step in range(line["instructions"] + 1):
        spots[step] = spot
        spot += step in busy
    for tensor in line["tensors"]:
        if tensor["space"] != "l1":
            continue
        begin, end = spots[tensor["first_step"]], spots[min(tensor["last_step"], line["instructions"])]
        axes.broken_barh([(begin, max(end - begin, 0.5))], (tensor["begin"] / 1024, (tensor["end"] - tensor["begin"]) / 1024),
                         facecolors="#59636e" if tensor["name"] == "temporary" else "#0969da", edgecolors="white", linewidth=0.4)
    steps = [step for step in line["steps"] if step["duration_ns"] > 0]
    axes.bar([spots[step["step"]] + 0.5 for step in steps], [step["cb_bytes"] / 1024 for step in steps], width=1, color="#9a6700")
    axes.set(xlabel="step", ylabel="address in L1 of a core (KiB)", title=f"L1 of {line['name']}: tensors and, from the bottom, circular buffers",
             xlim=(0, max(spot, 1)), ylim=(0, line["l1_bytes_per_core"] / 1024))
    return axes


def time(plan, axes=None, kinds=8):
    axes, sums = _axes(axes), {}
    for op in plan.ops:
        if op.get("time_ns"):
            kind = sums.setdefault(op["op"], {})
            kind[op["bound_by"]] = kind.get(op["bound_by"], 0) + op["time_ns"] / 1000
    order = sorted(sums, key=lambda kind: sum(sums[kind].values()))[-kinds:]
    left = [0.0] * len(order)
    for bound, colour in COLOURS.items():
        widths = [sums[kind].get(bound, 0) for kind in order]
        axes.barh(order, widths, left=left, color=colour, label=f"waits for {bound}")
        left = [a + b for a, b in zip(left, widths)]
    axes.set(xlabel="modelled time (us)", title=f"Time by kind of op, {plan.time_us:.1f} us in all")
    axes.legend()
    return axes


def sweep(rows, axes=None, figure="time_ns"):
    if not rows:
        raise Error("the sweep has no rows")
    if figure not in rows[0]:
        raise _nearest("figure of a sweep", figure, rows[0])
    axes = _axes(axes)
    models = list(dict.fromkeys(row["model"] for row in rows))
    series = list(dict.fromkeys((row["device"], row["choice"]) for row in rows))
    found = {(row["model"], row["device"], row["choice"]): row[figure] for row in rows if row["status"] == "ok"}
    scale, unit = (1000, " (us)") if figure.endswith("_ns") else (1, "")
    width = 0.8 / len(series)
    for number, (device, choice) in enumerate(series):
        heights = [(found.get((model, device, choice)) or 0) / scale for model in models]
        axes.bar([at + number * width for at in range(len(models))], heights, width, align="edge", label=f"{device}, {choice}")
    axes.set_xticks([at + 0.4 for at in range(len(models))], models)
    axes.set(ylabel=figure.removesuffix("_ns") + unit, title="Sweep: a missing bar is a task that failed")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return axes
