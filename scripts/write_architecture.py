#!/usr/bin/env python3
"""Writes the picture and the table of libraries in docs/ARCHITECTURE.md from layering.toml, between their markers.

usage: write_architecture.py [--check] [--root DIR]     --check: writes nothing, exit 1 when the page says something else

A library is a row that says what it `holds`. It stands above what it, and each part of it, may include: the picture has one
line per height. Other rows are parts: the table says behind the library's own words which of them may include more.
"""
import argparse
import pathlib
import re
import sys
import tomllib

BLOCK = re.compile(r"(<!-- {name}: scripts/write_architecture.py -->\n).*?(<!-- end -->)", re.S)


def below(name, prefix):
    return name == prefix or name.startswith(prefix + "/")


class Libraries:
    def __init__(self, rows):
        self.rows = {name: row for name, row in rows.items() if "holds" in row}
        self.parts = {name: row for name, row in rows.items() if "holds" not in row and self.owner(name)}

    def owner(self, name):
        """The library that a row or a part of one belongs to: the longest that fits."""
        return max((each for each in self.rows if below(name, each)), key=len, default=None)

    def parts_of(self, name):
        return [part for part in self.parts if self.owner(part) == name]

    def more(self, part, name):
        """What a part may include beyond its library, and not of it."""
        return [used for used in self.parts[part].get("may", [])
                if not any(below(used, each) for each in [name, *self.rows[name].get("may", [])])]

    def includes(self, name):
        beyond = {}
        for part in self.parts_of(name):
            if more := self.more(part, name):
                beyond.setdefault(", ".join(more), []).append(part.removeprefix(name + "/"))
        return "; ".join([", ".join(self.rows[name].get("may", [])), *(f"{', '.join(parts)}: also {more}" for more, parts in beyond.items())])

    def never(self, name):
        """What no chain leads to, with the parts that may include it all the same."""
        exempt = lambda each: [part.removeprefix(name + "/") for part in self.parts_of(name)
                               if any(below(each, used) or below(used, each) for used in self.parts[part].get("may", []))]
        return ", ".join(each + (f" (but {', '.join(parts)})" if (parts := exempt(each)) else "") for each in self.rows[name].get("never", []))

    def uses(self, name):
        """Libraries whose files the row, or that of a part, lets its own include; a name stands for all libraries below it."""
        found = set()
        for used in [*self.rows[name].get("may", []), *(used for part in self.parts_of(name) for used in self.more(part, name))]:
            found |= {each for each in self.rows if below(each, used)} or {self.owner(used)}
        return sorted(each for each in found - {None, name} if self.owner(each) == each)

    def height(self, name, above=()):
        if name in above:
            sys.exit(f"layering.toml: libraries in a circle: {' -> '.join([*above, name])}")
        return 1 + max((self.height(each, (*above, name)) for each in self.uses(name)), default=-1)

    def picture(self):
        lines = {}
        for name in self.rows:
            mlir = "" if "mlir" in self.rows[name].get("may", []) else "°"
            lines.setdefault(self.height(name), []).append(mlir + name)
        rows = ["   ".join(sorted(lines[height], key=lambda each: each.strip("°"))) for height in sorted(lines, reverse=True)]
        return "```\n" + "\n".join(["tools   unittests   bench", *rows]) + "\n```\n"

    def table(self, rows):
        text = "| library | holds | includes | never, by any way | seen only by |\n|---|---|---|---|---|\n"
        for name, row in self.rows.items():
            text += "| " + " | ".join([
                name, row["holds"], self.includes(name), self.never(name), ", ".join(row.get("seen_by", []))]) + " |\n"
        text += "\nParts that only some may include, besides themselves and tests:\n\n| part | seen only by |\n|---|---|\n"
        for name, row in rows.items():
            if "seen_by" in row and name not in self.rows:
                text += f"| {name} | {', '.join(row['seen_by'])} |\n"
        return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    rows = tomllib.loads((options.root / "layering.toml").read_text())
    libraries = Libraries(rows)
    page = options.root / "docs/ARCHITECTURE.md"
    text = before = page.read_text()
    for name, block in (("picture", libraries.picture()), ("table", libraries.table(rows))):
        pattern = re.compile(BLOCK.pattern.replace("{name}", name), re.S)
        if not pattern.search(text):
            sys.exit(f"docs/ARCHITECTURE.md: the markers of the {name} are gone")
        text = pattern.sub(lambda match: match.group(1) + block + match.group(2), text)
    if not options.check:
        page.write_text(text)
    elif text != before:
        sys.exit("docs/ARCHITECTURE.md: picture or table is not that of layering.toml: scripts/write_architecture.py writes it")
    print(f"architecture: {len(libraries.rows)} libraries")


if __name__ == "__main__":
    main()
