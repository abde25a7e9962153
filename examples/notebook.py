# %% [markdown]
# # A plan as data
# Cells of a notebook: an editor that knows `# %%` runs them one by one, `python3 notebook.py` runs all. It needs the
# packages alcove and python3-matplotlib; pictures go to the folder that ALCOVE_PICTURES names, else beside this file.

# %%
import os
import pathlib

import matplotlib

matplotlib.use("Agg")
import alcove

here = pathlib.Path(__file__).resolve().parent
pictures = pathlib.Path(os.environ.get("ALCOVE_PICTURES", here))

# %% [markdown]
# ## What is planned, and how good is it?

# %%
plan = alcove.plan(here / "mlp.mlir", device="n150", timeline=True)
print(plan)
print(f"{plan.gain:.2f} times as fast as with every tensor in DRAM; peak of L1 {plan.peak_l1_bytes} B")

# %% [markdown]
# ## Where does the time go?

# %%
for op in plan.longest(3):
    print(f"{op['time_ns'] / 1000:8.2f} us  {op['name']} ({op['op']}), bound by {op['bound_by']}, {op['place']}")
plan.plot_time().figure.savefig(pictures / "time.png")

# %% [markdown]
# ## What lies in L1, and why is the rest not there?

# %%
plan.plot_memory().figure.savefig(pictures / "memory.png")
for op in plan.outside_l1():
    print(f"{op['name']}: [{op['reason']}] {op['why']}")

# %% [markdown]
# ## What if the chip were smaller, or another one?

# %%
smaller = alcove.compare(here / "mlp.mlir", after={"l1_bytes": 600000, "cores": "4x4"})
print(smaller)
for op in smaller.ops[:3]:
    print(f"{op['change_ns'] / 1000:+8.2f} us  {op['name']}")

# %%
rows = alcove.sweep(here / "sweep.json", output=pictures / "sweep")
for row in rows:
    print(f"{row['model']} on {row['device']}, {row['choice']}: {row['time_ns'] / 1000:.1f} us, {row['standing']}")
alcove.plot_sweep(rows).figure.savefig(pictures / "sweep.png")

# %% [markdown]
# ## May this op run so?

# %%
answer = alcove.ask("matmul 512x1024|bf16|l1 1024x512 -> ?512x512", device="n150")
print("legal" if answer["legal"] else answer["refusal"]["rule"], answer.get("time", {}).get("ns"), "ns")
