"""Signatures of ttnn from the table that the emitter checks its calls against, and the rules by which a call fits one.

The table lies in lib/Emit/Python/Signatures, one file per version; a version may be the changes of another (`base`).
"""
import json
import os
import pathlib
import re

TABLES = pathlib.Path(__file__).resolve().parents[3] / "lib/Emit/Python/Signatures"
REQUIRED = object()


class Parameter:
    def __init__(self, name, kind, default, keyword_only):
        self.name, self.kind, self.default, self.keyword_only = name, kind, default, keyword_only
        self.optional = default is None


class Signature:
    """`(x, dim: int=-1, *, memory_config=None)`; a kind that is not written is that of the parameter's name."""

    def __init__(self, text, kinds):
        self.text, self.parameters, keyword_only = text, [], False
        for word in split(text.strip()[1:-1]):
            if word == "*":
                keyword_only = True
                continue
            match = re.match(r"(\w+)(?:: *([^=]+))?(?:=(.*))?$", word)
            name, kind, default = match.groups()
            kind = (kind or kinds.get(name, "")).strip()
            if not kind:
                raise ValueError(f"no kind for '{name}' of {text}")
            value = REQUIRED if default is None else None if default == "None" else default
            self.parameters.append(Parameter(name, kind, value, keyword_only))

    def bind(self, args, keywords, fits):
        """Name -> value of what was given, or the reason why the call does not fit."""
        positional = [p for p in self.parameters if not p.keyword_only]
        if len(args) > len(positional):
            return f"takes {len(positional)} positional arguments, {len(args)} given"
        bound = dict(zip((p.name for p in positional), args))
        for name, value in keywords.items():
            if name in bound:
                return f"'{name}' is given twice"
            if name not in (p.name for p in self.parameters):
                return f"there is no argument '{name}'"
            bound[name] = value
        for p in self.parameters:
            if p.name not in bound:
                if p.default is REQUIRED:
                    return f"'{p.name}' is missing"
            elif not (bound[p.name] is None and p.optional) and not fits(bound[p.name], p.kind):
                return f"'{p.name}' is {p.kind}, not {describe(bound[p.name])}"
        return bound


def describe(value):
    return "None" if value is None else type(value).__name__


def split(text):
    """Words between commas that no bracket holds."""
    words, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += letter in "([" and 1 or letter in ")]" and -1 or 0
        if letter == "," and depth == 0:
            words.append(text[start:i].strip())
            start = i + 1
    return [w for w in words + [text[start:].strip()] if w]


class Table:
    def __init__(self, version):
        path = TABLES / f"{version}.json"
        if not path.exists():
            raise ValueError(f"no signatures of ttnn {version}; there are {', '.join(versions())}")
        data = json.loads(path.read_text())
        base = Table(data["base"]) if "base" in data else None
        self.version = version
        self.kinds = {**(base.kinds if base else {}), **data.get("kinds", {})}
        self.enums = {**(base.enums if base else {}), **{k: v.split() for k, v in data.get("enums", {}).items()}}
        self.unions = {**(base.unions if base else {}), **data.get("unions", {})}
        self.classes = {**(base.classes if base else {}), **self.read(data.get("classes", []))}
        self.functions = {**(base.functions if base else {}), **self.read(data.get("functions", []))}

    def read(self, entries):
        return {name: [Signature(s, self.kinds) for s in entry["signatures"]]
                for entry in entries for name in entry["names"].split()}


def versions():
    return sorted(path.stem for path in TABLES.glob("*.json"))


def chosen():
    return Table(os.environ.get("TTNN_VERSION", versions()[-1]))


def bind(name, overloads, args, keywords, fits):
    """Arguments by name under the first signature that they fit."""
    reasons = []
    for number, signature in enumerate(overloads):
        bound = signature.bind(args, keywords, fits)
        if isinstance(bound, dict):
            return bound
        reasons.append(f"    {number + 1}. {name}{signature.text}: {bound}")
    raise TypeError(f"{name}(): incompatible function arguments. The following argument types are supported:\n"
                    + "\n".join(reasons))
