#!/usr/bin/env python3
"""A page of measurements is short: its long tables stand as JSON beside the benchmark that writes them.

usage: pages.py AREA PAGE...

A table of more than 20 rows, or a block of as many lines of text, goes to bench/AREA/results/PAGE.json, an array of
{"heading", "columns", "rows"} or {"heading", "lines"} in the order of the page. What stays is its head, its rows of
totals, and where the others are. A page that names no commit gets a line with the commit and the day. By itself the script
shortens pages that stand in docs/measurements, and adds no such line: it does not know when they were measured.
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_ROWS = 20
TOTALS = ("all", "sum", "total", "mean")


def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def blocks(lines):
    """Runs of lines of one kind: (kind, lines, whether inside of a fence)."""
    fenced, found = False, []
    for line in lines:
        if line.startswith("```"):
            fenced = not fenced
        kind = ("fence" if line.startswith("```") else "blank" if not line.strip() else "table" if line.startswith("|") else
                "heading" if line.startswith("#") else "command" if line.startswith("$ ") else "text")
        if found and found[-1][0] == kind and found[-1][2] == fenced:
            found[-1][1].append(line)
        else:
            found.append((kind, [line], fenced))
    return found


def shortened(kind, run, heading, place):
    """What stays of a long block, and what goes to the file."""
    if kind == "text":
        return [line for line in run if line.split()[0] in TOTALS] + [f"({len(run)} lines: {place})"], {"heading": heading, "lines": run}
    head, rows = run[:2], run[2:]
    totals = [row for row in rows if cells(row)[0].strip("*") in TOTALS]
    stays = [*head, *totals, ""] if totals else []
    return stays + [f"({len(rows)} rows: {place})"], {"heading": heading, "columns": cells(head[0]), "rows": [cells(row) for row in rows]}


def split(text, name, area):
    """The short page, and the long blocks that it points at."""
    path, heading, page, moved = f"bench/{area}/results/{name}.json", "", [], []
    for kind, run, fenced in blocks(text.splitlines()):
        if kind == "heading":
            heading = run[-1].lstrip("# ")
        long = len(run) > MOST_ROWS + 2 * (kind == "table") and (kind == "table" or kind == "text" and fenced)
        if long:
            run, block = shortened(kind, run, heading, path if fenced else f"[{path}](../../{path})")
            moved.append(block)
        page += run
    return "\n".join(page) + "\n", moved


def dump(moved):
    """A row a line, so that a change of one figure is a change of one line."""
    items = []
    for block in moved:
        key = "rows" if "rows" in block else "lines"
        head = ", ".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in block.items() if k != key)
        rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in block[key])
        items.append(f'{{{head}, "{key}": [\n{rows}\n]}}')
    return "[\n" + ",\n".join(items) + "\n]\n"


def replace(path, text):
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text)
    temporary.replace(path)


def git(*arguments, check=True):
    return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=check).stdout.strip()


def commit():
    """HEAD, `-dirty` where the tree has changes, and the commit of `main` that it stands on: landing may rename HEAD."""
    head = git("describe", "--always", "--dirty", "--abbrev=10", "--exclude=*")
    base = git("merge-base", "HEAD", "main", check=False)
    return head if base in ("", git("rev-parse", "HEAD")) else f"{head} on {base[:10]}"


def with_commit(text):
    """The page with commit and day behind its title, where it names no commit."""
    if re.search(r"\bcommit\b", text, re.I):
        return text
    title, _, rest = text.partition("\n")
    return f"{title}\n\nCommit {commit()}, {datetime.date.today()}.\n{rest}"


def write(path, text, area, measured_now=True):
    """Writes a page; its long blocks go beside the benchmark where the page is one of docs/measurements."""
    path = pathlib.Path(path)
    if path.resolve().parent == ROOT / "docs/measurements":
        text = with_commit(text) if measured_now else text
        text, moved = split(text, path.stem, area)
        if moved:
            folder = ROOT / "bench" / area / "results"
            folder.mkdir(parents=True, exist_ok=True)
            replace(folder / f"{path.stem}.json", dump(moved))
    replace(path, text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for page in sys.argv[2:]:
        write(page, pathlib.Path(page).read_text(), sys.argv[1], measured_now=False)


if __name__ == "__main__":
    main()
