#!/usr/bin/env python3
"""Every numbered rule of docs/spec/*.md (table rows `| S3 | ...`, bold `**S3**` or headings) has a test named after it.

A GoogleTest `TEST(Suite, S3_...)` counts, and so does a lit file whose text names the rule.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULE = re.compile(r"^(?:\|\s*|[-*]\s*\**|#+\s*|\**)([A-Z]{1,3}[0-9]{1,2})\b", re.M)


def main():
    tests = "\n".join(p.read_text(errors="replace") for p in (ROOT / "unittests").rglob("*.cpp"))
    tested = set(re.findall(r"TEST(?:_F|_P)?\(\s*\w+\s*,\s*([A-Z]{1,3}[0-9]{1,2})_", tests))
    for path in (ROOT / "test").rglob("*"):
        if path.suffix in (".mlir", ".test"):
            tested |= set(re.findall(r"\b([A-Z]{1,3}[0-9]{1,2}):", path.read_text(errors="replace")))
    missing = 0
    total = 0
    for spec in sorted((ROOT / "docs/spec").glob("*.md")):
        rules = sorted(set(RULE.findall(spec.read_text())), key=lambda r: (re.sub(r"\d", "", r), int(re.sub(r"\D", "", r))))
        total += len(rules)
        untested = [rule for rule in rules if rule not in tested]
        missing += len(untested)
        if untested:
            print(f"{spec.relative_to(ROOT)}: no test is named after {', '.join(untested)}")
    print(f"rules: {total}, without a test: {missing}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
