"""Alcove from Python: plans, reasons, comparisons and sweeps as data.

    import alcove
    plan = alcove.plan("model.mlir", device="n150")
    print(plan.time_us, plan.gain, plan.bound_us)
    for op in plan.outside_l1():
        print(op["name"], op["reason"], op["why"])

Plain Python over the program `alcove` and the JSON that it writes; nothing here is compiled. The program is found beside
the word ALCOVE_PROGRAM in the environment, else by PATH. Plots need matplotlib; nothing else needs more than Python.
What the JSON holds is in the schemas (docs/schemas, or /usr/share/doc/alcove/schemas).
"""
import difflib
import json
import os
import pathlib
import sqlite3
import subprocess
import tempfile

__all__ = ["Error", "Plan", "Comparison", "plan", "explain", "compare", "sweep", "devices", "ask", "version"]


class Error(Exception):
    """What the program said when it failed, or this module. `exit_code` is the program's own, else 1."""

    def __init__(self, message, exit_code=1):
        super().__init__(message)
        self.exit_code = exit_code


def run(*words, accepted=(0,)):
    """Runs `alcove WORDS`; its standard output and standard error. Error unless it ends with an accepted exit code."""
    program = os.environ.get("ALCOVE_PROGRAM", "alcove")
    try:
        done = subprocess.run([program, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except FileNotFoundError:
        raise Error(f"there is no program '{program}': install the package alcove, put its folder on PATH, or set "
                    "ALCOVE_PROGRAM to its path", 127) from None
    except OSError as problem:
        raise Error(f"the program '{program}' does not run: {problem.strerror}; ALCOVE_PROGRAM is its path", 126) from None
    if done.returncode not in accepted:
        raise Error((done.stderr or done.stdout).strip() or f"alcove ended with {done.returncode}", done.returncode)
    return done.stdout, done.stderr


def _nearest(kind, name, names):
    """The error of a name that nothing has."""
    near = difflib.get_close_matches(str(name), [each for each in names if each], 1, cutoff=0)
    return Error(f"no {kind} is named {name!r}" + (f"; nearest: {near[0]!r}" if near else f": there is no {kind}"))


def _words(options):
    """l1_bytes=600000 as --l1-bytes=600000, mesh_shape=[1, 2] as --mesh-shape=1,2."""
    for name, value in options.items():
        if value is None:
            continue
        text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        text = text.lower() if isinstance(value, bool) else text
        yield f"--{name.replace('_', '-')}={text}"


def _pipeline(options):
    """The same as the text of --before and --after: l1-bytes=600000."""
    if isinstance(options, dict):
        return " ".join(word[2:] for word in _words(options))
    if not isinstance(options, (str, type(None))):
        raise Error(f"options are a dictionary or a text, not {options!r}: {{'l1_bytes': 600000}}, 'l1-bytes=600000'")
    return options or ""


def _read(path, format, version=1):
    try:
        data = json.loads(pathlib.Path(path).read_text())
    except OSError as problem:
        raise Error(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise Error(f"{path}: no JSON: {problem}; this module reads {format!r}, version {version}") from None
    found = data if isinstance(data, dict) else {}
    if found.get("format") != format or found.get("version") != version:
        raise Error(f"{path}: format {found.get('format')!r}, version {found.get('version')!r}; this module reads {format!r}, "
                    f"version {version}")
    return data


def _answer(*words, accepted=(0,)):
    """The JSON that the program prints."""
    printed = run(*words, accepted=accepted)[0]
    try:
        return json.loads(printed)
    except ValueError:
        raise Error(f"`alcove {words[0]}` printed no JSON: {printed[:80]!r}; ALCOVE_PROGRAM names the program") from None


class Plan:
    """One planned model: `summary` is all of summary-json, `timeline` all of the judge's timeline."""

    def __init__(self, summary, timeline=None, messages=""):
        self.summary, self.timeline, self.messages = summary, timeline, messages

    @classmethod
    def load(cls, summary, timeline=None):
        """From files of --summary-json and --timeline."""
        return cls(_read(summary, "alcove-summary"), _read(timeline, "alcove-timeline") if timeline else None)

    def save(self, path):
        """As a file that `load` and `alcove compare` read."""
        try:
            pathlib.Path(path).write_text(json.dumps(self.summary, indent=1) + "\n")
        except OSError as problem:
            raise Error(f"{path}: {problem.strerror}") from None

    @property
    def ops(self):
        """A dictionary per op of the forward functions, in the order in which they run."""
        return self.summary["ops"]

    @property
    def device(self):
        return self.summary["device"]

    @property
    def time_us(self):
        return self.summary["plan"]["time_ns"] / 1000

    @property
    def all_dram_us(self):
        return self.summary["all_dram"]["time_ns"] / 1000

    @property
    def gain(self):
        """How many times faster than with every tensor in DRAM."""
        return self.summary["gain"]["ratio"]

    @property
    def bound_us(self):
        """What no plan of the space can beat; None where the policy has no bound."""
        bound = self.summary["plan"].get("bound_ns")
        return None if bound is None else bound / 1000

    @property
    def peak_l1_bytes(self):
        return self.summary["plan"]["peak_l1_bytes_per_core"]

    def op(self, name):
        for each in self.ops:
            if each["name"] == name:
                return each
        raise _nearest("op", name, [each["name"] for each in self.ops])

    def outside_l1(self):
        """Ops whose result is not in L1, longest first; each has `reason` and `why`, some have `remedy`."""
        return sorted((op for op in self.ops if "reason" in op), key=lambda op: -op.get("time_ns", 0))

    def longest(self, count=10):
        return sorted(self.ops, key=lambda op: -op.get("time_ns", 0))[:count]

    def plot_memory(self, axes=None, function=None):
        """L1 of one core by address and step; needs `timeline=True`."""
        from . import plots
        return plots.memory(self, axes, function)

    def plot_time(self, axes=None, kinds=8):
        """Time by kind of op, in the parts that the ops wait for."""
        from . import plots
        return plots.time(self, axes, kinds)

    def __repr__(self):
        bound = "" if self.bound_us is None else f", bound {self.bound_us:.1f} us"
        return f"<alcove.Plan {self.summary.get('file') or self.summary['module']}: {self.time_us:.1f} us{bound}, {self.device}>"


class Comparison:
    """What differs between two plans: `ops` that moved or changed their time, largest change first."""

    def __init__(self, data, text):
        self.data, self.text = data, text

    @property
    def before_us(self):
        return self.data["before_ns"] / 1000

    @property
    def after_us(self):
        return self.data["after_ns"] / 1000

    @property
    def change_percent(self):
        return self.data["change_percent"]

    @property
    def ops(self):
        return sorted(self.data["ops"], key=lambda op: -abs(op["change_ns"]))

    def __repr__(self):
        return f"<alcove.Comparison {self.before_us:.1f} -> {self.after_us:.1f} us, {self.change_percent:+.2f} %>"


def plan(model, device=None, output=None, timeline=False, **options):
    """Plans a model; `options` are those of `alcove plan`, with _ for -. With `output` the planned module is written there,
    with `timeline` the plan knows what lies where in L1 at each step."""
    if not isinstance(timeline, bool):
        raise Error(f"timeline is True or False, not {timeline!r}: the plan holds it as `plan.timeline`")
    if str(output) == "-":
        raise Error("output is a file: what the program prints is not handed on")
    with tempfile.TemporaryDirectory(prefix="alcove-") as folder:
        files = {"summary-json": f"{folder}/summary.json", "summary": "false"}
        if timeline:
            files["timeline"] = f"{folder}/timeline.json"
        _, said = run("plan", model, *_words({"device": device, **options, **files}), *(["-o", output] if output else []))
        found = Plan.load(files["summary-json"], files.get("timeline"))
        found.messages = said
        return found


def explain(model, op=None, device=None, **options):
    """Without `op` the ops outside of L1 with their reasons, as data; with one, the text of `alcove explain MODEL OP`."""
    if op is None:
        return plan(model, device, **options).outside_l1()
    return run("explain", model, op, *_words({"device": device, **options}))[0]


def compare(first, second=None, before=None, after=None):
    """Two models, two files of summary-json, two Plans, or one model under two sets of options (a dictionary, or text)."""
    with tempfile.TemporaryDirectory(prefix="alcove-") as folder:
        sides = []
        for number, side in enumerate((first, second)):
            if isinstance(side, Plan):
                path = f"{folder}/side{number}.json"
                side.save(path)
                side = path
            if side is not None:
                sides.append(side)
        options = [f"--{name}={_pipeline(given)}" for name, given in (("before", before), ("after", after)) if given]
        text, _ = run("compare", *sides, *options, f"--json={folder}/changes.json")
        return Comparison(_read(f"{folder}/changes.json", "alcove-comparison"), text)


def sweep(path, output=None, jobs=None):
    """Runs what is missing of a sweep, and returns its table: a dictionary per task. `status` is ok or error."""
    folder = pathlib.Path(output) if output else pathlib.Path(path).with_suffix(".sweep")
    # 1: some task has no result, or ended with an error; the table says which.
    words = ["sweep", path, "-o", folder, *(["-j", jobs] if jobs else [])]
    said = run(*words, accepted=(0, 1))[1]
    if not (folder / "results.sqlite").exists():
        raise Error(said.strip())
    return sweep_results(folder)


def sweep_results(folder):
    """The table of a sweep that was gathered: a dictionary per task."""
    path = pathlib.Path(folder) / "results.sqlite"
    if not path.is_file():
        raise Error(f"{path}: there is no such file: `alcove sweep SWEEP.json -o FOLDER`, and nothing else, writes it")
    base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        base.row_factory = sqlite3.Row
        return [dict(row) for row in base.execute("SELECT * FROM results ORDER BY model, device, choice")]
    except sqlite3.Error as problem:
        raise Error(f"{path}: not the table of a sweep: {problem}") from None
    finally:
        base.close()


def plot_sweep(rows, axes=None, figure="time_ns"):
    """Bars of a sweep: a group per model, a bar per device and choice."""
    from . import plots
    return plots.sweep(rows, axes, figure)


def devices():
    """The presets of devices."""
    return _answer("device", "list", "--json")["devices"]


def ask(question, device="n150"):
    """The op model's answer: ask("matmul 512x1024 1024x512 -> ?512x512"); `legal` is false where it refuses."""
    return _answer("opmodel", "query", question, "--device", device or "n150", "--json", accepted=(0, 3))


def version():
    """Version of the program."""
    return run("--version")[0].split()[1]
