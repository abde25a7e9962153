#!/usr/bin/env python3
"""Every path and every command that README.md, CONTRIBUTING.md and docs/ name exists.

usage: check_docs.py [--root DIR]

- A path is a word in backticks, or a line of a tree, that begins with a folder of the repository (`lib/Plan/Common`), and a
  link `[text](path)`. `{a,b}` stands for both, `*` and `<X>` for anything; `include/` and `lib/` may be left out before a
  library (`Plan/LayoutChoice/Verify`) or before `alcove/`.
- A command is code that begins with one of our programs: its subcommand and its `--options` stand in the program's source
  (or in a .td file, for passes); its option names inside "..." of a pipeline as well.
- Every reason of include/alcove/Plan/FunctionLayout/Explain.h has a row in docs/guide/reasons.md.
- A program of unit tests or of bench is a target of some CMakeLists.txt, a filter names a suite or a test.
- A number or a list of the tree that a sentence says is the tree's (doc_claims.py); a page of measurements names command and
  commit; an open matter of docs/STATUS.md has at most eight lines; every source is in a target of its CMakeLists.txt.
- A header that a comment names exists, and so do a test that a comment or a page names, and a name of code
  in backticks.
- README.md quotes no figure: what a script measures stands in docs/measurements. Its block of `make demo` is written by
  scripts/write_readme.py.
"""
import argparse
import itertools
import pathlib
import re
import sys

import doc_claims

CODE = re.compile(r"```[a-z]*\n(.*?)```|`([^`\n]+)`", re.S)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
TOP = ("bench", "cmake", "devices", "docs", "include", "lib", "scripts", "test", "testing", "tools", "unittests")
# A number with a unit, or one with decimals or groups of thousands.
FIGURE = re.compile(r"\b\d[\d,.]*\s?(?:%|(?:[mun]?s|[kMGT]?i?B|times|seconds|minutes)\b)|\b\d+\.\d{2,}\b|\b\d{1,3}(?:,\d{3})+\b")
# Options that a library parses for every program of its kind.
COMMON_OPTIONS = {"help", "version", "o", "split-input-file", "verify-diagnostics", "mlir-timing", "mlir-print-debuginfo",
                  "pass-pipeline", "allow-unregistered-dialect", "remarks-filter", "remark-policy"}
CORE_LIBRARIES = ("CLI11",)


def unbraced(text):
    """a{b,c} -> ab ac, for every pair of braces."""
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    return list(itertools.chain.from_iterable(
        unbraced(text[:match.start()] + part + text[match.end():]) for part in match.group(1).split(",")))


class Docs:
    def __init__(self, root):
        self.root, self.errors, self.count = root, [], 0
        self.libraries = {p.name for p in (root / "lib").iterdir() if p.is_dir()}
        self.programs = {p.name: self.sources(p) for p in (root / "tools").iterdir() if p.is_dir()}
        lists = "\n".join(p.read_text() for folder in ("bench", "unittests", "tools") for p in (root / folder).rglob("CMakeLists.txt"))
        self.targets = set(re.findall(r"(?:alcove_\w+|add_executable)\(\s*(\w+)", lists))
        self.tests = set(itertools.chain.from_iterable(
            re.findall(r"TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)", p.read_text()) for p in (root / "unittests").rglob("*.cpp")))
        self.passes = "\n".join(p.read_text(errors="replace") for p in
                                [*(root / "include").rglob("*.td"), *(root / "include").rglob("*Options.def"), *(root / "lib").rglob("*Pipelines.cpp")])
        # The front program takes the options of every other one.
        self.programs["alcove"] = "\n".join([*self.programs.values(), self.passes])
        self.all_sources = "\n".join(self.programs.values()) + "\n".join(
            p.read_text(errors="replace") for p in (root / "lib").rglob("*.cpp"))

    def sources(self, folder):
        return "\n".join(p.read_text(errors="replace") for p in folder.rglob("*") if p.suffix in (".cpp", ".h", ".py"))

    def exists(self, path):
        pattern = re.sub(r"<[^>]*>", "*", path).rstrip("/")
        tries = [pattern] + [base + pattern for base in ("lib/", "include/", "include/alcove/", "unittests/", "bench/")]
        endings = ["", ".h", ".cpp", ".md", ".py"]
        for attempt, ending in itertools.product(tries, endings):
            if "*" in attempt:
                if next(iter(self.root.glob(attempt + ending)), None):
                    return True
            elif (self.root / (attempt + ending)).exists():
                return True
        return False

    def check_path(self, where, word):
        word = word.rstrip(".,;:)")
        first = word.split("/")[0]
        if word.split("/")[-1] in self.targets or "/" not in word or not (first in TOP or first in self.libraries or first == "alcove"):
            return
        self.count += 1
        for path in unbraced(word):
            if not self.exists(path):
                self.errors.append(f"{where}: {path} does not exist")

    def check_options(self, where, program, words, source):
        for word in words:
            match = re.match(r"--?([a-z][a-z0-9-]*)", word)
            if not word.startswith("--") or not match or match.group(1) in COMMON_OPTIONS or match.group(1).startswith("gtest"):
                continue
            self.count += 1
            if not re.search(rf"(?:\"(?:-\w,)?(?:--)?|--|\"!?)(?:[\w-]+,--)?{re.escape(match.group(1))}\b", source):
                self.errors.append(f"{where}: {program} has no option --{match.group(1)}")

    def check_pipeline(self, where, text):
        for options in re.findall(r"pipeline=\"([^\"]*)\"|export-graph-schedule=\"([^\"]*)\"", text):
            for name in re.findall(r"([a-z][a-z0-9-]+)=", options[0] or options[1]):
                self.count += 1
                if f'"{name}"' not in self.passes:
                    self.errors.append(f"{where}: no pipeline has an option {name}")

    def check_command(self, where, line):
        words = line.replace("\\|", "|").split()
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        if not words:
            return
        program = words[0].split("/")[-1]
        if program in self.programs:
            self.check_options(where, program, words[1:], self.programs[program] + (self.passes if program == "alcove-opt" else ""))
            self.check_pipeline(where, line)
            if program in ("alcove-solve", "alcove-device", "alcove-opmodel") and len(words) > 1 and re.fullmatch(r"[a-z]+", words[1]):
                self.count += 1
                if f'add_subcommand("{words[1]}"' not in self.programs[program]:
                    self.errors.append(f"{where}: {program} has no command {words[1]}")
        elif program in self.targets:
            for pattern in re.findall(r"--gtest_filter='?([^'\s]+)", line):
                self.count += 1
                rx = re.compile("|".join(re.escape(p).replace(r"\*", ".*") for p in pattern.split("-")[0].split(":")))
                if not any(rx.fullmatch(f"{suite}.{name}") for suite, name in self.tests):
                    self.errors.append(f"{where}: no test fits {pattern}")
        elif re.fullmatch(r"[A-Z]\w+(?:Tests|Bench)|Fuzz[A-Z]\w+", program):
            self.count += 1
            self.errors.append(f"{where}: {program} is no target of a CMakeLists.txt")
        elif program == "make" and len(words) > 1:
            self.count += 1
            if not re.search(rf"^{re.escape(words[1])}:", (self.root / "Makefile").read_text(), re.M):
                self.errors.append(f"{where}: the Makefile has no target {words[1]}")
        elif program.endswith(".py") and "/" in words[0] and (self.root / words[0]).is_file():
            self.check_options(where, words[0], words[1:], (self.root / words[0]).read_text())

    def check_reasons(self):
        if not (self.root / "include/alcove/Plan/FunctionLayout/Explain.h").is_file():
            return
        ids = re.findall(r"///< `([a-z-]+)`:", (self.root / "include/alcove/Plan/FunctionLayout/Explain.h").read_text())
        rows = re.findall(r"^\| `([a-z-]+)` \|", (self.root / "docs/guide/reasons.md").read_text(), re.M)
        self.count += len(ids)
        # Those of ops that the planner is not asked about.
        ids += re.findall(r'return \{name, "([a-z-]+)"', (self.root / "lib/Report/Passes/Summary/OpTable.cpp").read_text())
        self.errors += [f"docs/guide/reasons.md: no row for `{each}`" for each in ids if each not in rows]
        self.errors += [f"docs/guide/reasons.md: no reason is called `{each}`" for each in rows if each not in ids]

    def check_figures(self, where, text):
        prose = re.sub(r"```.*?```|`[^`\n]+`|\]\([^)]*\)", " ", text, flags=re.S)
        for figure in FIGURE.findall(prose):
            self.errors.append(f"{where}: quotes the figure {figure}; link to docs/measurements")

    def check(self, path):
        text, where = path.read_text(), str(path.relative_to(self.root))
        if where == "README.md":
            self.check_figures(where, text)
        for target in LINK.findall(text):
            self.count += 1
            if not (path.parent / target).exists():
                self.errors.append(f"{where}: links to {target}, which does not exist")
        for block, word in CODE.findall(text):
            for line in (block or word).splitlines():
                line = re.sub(r"^\$ ", "", line.strip())
                self.check_command(where, line.split("#")[0])
                for part in re.split(r"[\s=,'\"()]+(?![^{]*\})", line):
                    self.check_path(where, part)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    docs = Docs(parser.parse_args().root.resolve())
    for path in [docs.root / "README.md", docs.root / "CONTRIBUTING.md", *sorted((docs.root / "docs").rglob("*.md"))]:
        docs.check(path)
    docs.check_reasons()
    docs.errors += itertools.chain.from_iterable(
        check(docs.root) for check in doc_claims.CHECKS)
    for error in docs.errors:
        print(error, file=sys.stderr)
    print(f"docs: {docs.count} paths and commands, {len(docs.errors)} errors")
    return 1 if docs.errors or not docs.count else 0


if __name__ == "__main__":
    sys.exit(main())
