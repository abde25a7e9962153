#!/usr/bin/env python3
"""Every constraint that a verifier of StableHLO checks has a program that breaks it, and a valid one beside it.

    scripts/check_stablehlo_negatives.py [ALCOVE-OPT]

Constraints are the numbers in lib/Ops/Dialect/StableHLO/Rules, by function; ops that share a function share them. Programs are
those of test/FrontDoors/StableHLO/specification-invalid.mlir and forms-invalid.mlir: `// gather C4`, then the edits that make the
program valid, `// valid with: OLD => NEW` for every occurrence of OLD, then the expected error, which begins with the number. Prints
one line per constraint without a program; with ALCOVE-OPT also one per edited program that is refused. Fails where it prints one.
"""
import pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHECKS = "holds|sameShape|sameElement|sameType|shapeIs|sizeIs|inRange|atLeast|unique|sorted|region"


def functions(text):
    """Bodies by name: from a line that begins a function to the brace in the first column."""
    for found in re.finditer(r"^(?:template [^\n]*\n)?(?:static )?[\w:<>&*]+ (\w+)\(([^{}]*?)\) \{\n(.*?)^\}", text, re.S | re.M):
        yield found.group(1), found.group(3)


def reached(name, bodies, seen):
    """The functions that a verifier is made of."""
    seen.add(name)
    for other in bodies:
        if other not in seen and re.search(rf"\b{other}(?:<\w+>)?\(", bodies[name]):
            reached(other, bodies, seen)
    return seen


def registered(text):
    """Function and its ops."""
    for loop, function in re.findall(r"for \(const char \*name : \{(.*?)\}\)\s*table\[name\] = (\w+)", text, re.S):
        yield function, re.findall(r'"(\w+)"', loop)
    for line in re.findall(r'^  table\["\w+"\].*?;', text, re.S | re.M):
        yield re.search(r"= (\w+)(?:<\w+>)?;", line).group(1), re.findall(r'table\["(\w+)"\]', line)


def programs():
    """Place and text of every program that is refused."""
    for file in ("specification-invalid.mlir", "forms-invalid.mlir"):
        line = 1
        for part in (ROOT / "test" / "FrontDoors" / "StableHLO" / file).read_text().split("// -----"):
            yield f"{file}:{line}", part
            line += part.count("\n")


def broken():
    """Pairs of op and number that a program breaks, seen in its error."""
    pairs = set()
    for _, part in programs():
        for number, place in re.findall(r"expected-error[^{]*\{\{(?:'[\w.]+' op )?C(\d+):.*?\}\}(.*)", part, re.S):
            op = re.search(r'stablehlo\.(\w+)', place)
            if op:
                pairs.add((op.group(1), int(number)))
    return pairs


def mended(part):
    """The program made valid, or what is wrong with its edits."""
    edits = re.findall(r"^// valid with: (.*?) =>(?: (.*))?$", part, re.M)
    text = "\n".join(line for line in part.splitlines() if not line.strip().startswith("//"))
    for old, new in edits:
        if old not in text:
            return None, f"does not have '{old}'"
        text = text.replace(old, new)
    return (text, None) if edits else (None, "does not say with what it is valid")


def read(opt, texts):
    """The first error in programs that must be read."""
    done = subprocess.run([opt, "--split-input-file", "-"], input="\n// -----\n".join(texts), capture_output=True, text=True)
    return done.stderr.splitlines()[0] if done.returncode else None


def refused(opt):
    """How many valid programs there are, and a line for each that is missing or refused."""
    edited = [(place, *mended(part)) for place, part in programs()]
    lines = [f"{place}: the program {wrong}" for place, _, wrong in edited if wrong]
    if read(opt, [text for _, text, _ in edited if text]):
        errors = [(place, read(opt, [text])) for place, text, _ in edited if text]
        lines += [f"{place}: the program is refused once it is edited: {error}" for place, error in errors if error]
    return len(edited), lines


def main():
    there, missing, count = broken(), [], 0
    for file in sorted((ROOT / "lib" / "Ops" / "Dialect" / "StableHLO" / "Rules").glob("*.cpp")):
        text = file.read_text()
        bodies, ops = dict(functions(text)), {}
        for function, names in registered(text):
            for body in reached(function, bodies, set()):
                ops.setdefault(body, []).extend(names)
        for body, names in ops.items():
            for number in sorted(set(map(int, re.findall(rf"\b(?:{CHECKS})\(\s*(\d+)\s*,", bodies[body])))):
                count += 1
                if not any((name, number) in there for name in names):
                    missing.append(f"{file.relative_to(ROOT)}: {body}: C{number} of {', '.join(names[:3])} has no program that breaks it")
    print("\n".join(missing + [f"negatives of StableHLO: {count} constraints, {len(missing)} without a program"]))
    beside, wrong = refused(sys.argv[1]) if len(sys.argv) > 1 else (0, [])
    if beside:
        print("\n".join(wrong + [f"valid programs beside them: {beside}, {len(wrong)} refused"]))
    return 1 if missing or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
