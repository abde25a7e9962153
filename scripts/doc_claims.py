"""Sentences that say a number or a list of the tree, beside what the tree says. scripts/check_docs.py holds them.

A claim is a page, a pattern with one group, and the answer of the tree: a number or one of several, which the page may write
as a word, or a set of names, which are what the group finds anywhere in the page. A sentence that is gone is an error too:
its line here goes with it.
"""
import fnmatch
import re

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
CODE = (".cpp", ".h", ".td", ".def", ".inc")
# What planner and judges both trust.
TRUSTED = ("Base", "Ops", "Device", "OpModel")
MOST_LINES, WIDTH = 8, 170  # of an open matter in STATUS


def folders(path):
    return {each.name for each in path.iterdir() if each.is_dir()} if path.is_dir() else set()


def texts(root, bases, endings=CODE):
    for base in bases:
        for path in sorted((root / base).rglob("*")):
            if path.suffix in endings and path.is_file():
                yield path.relative_to(root), path.read_text(errors="replace")


def found_in(path, pattern):
    return set(re.findall(pattern, path.read_text())) if path.is_file() else set()


def trusted_thousands(root):
    """Rounded down or up, so that not every line of code is one of the page."""
    bases = [f"{tree}/{name}" for tree in ("lib", "include/alcove") for name in TRUSTED]
    lines = sum(text.count("\n") for path, text in texts(root, bases) if "OpModel/Score" not in str(path))
    return (lines // 1000, lines // 1000 + 1)


def problems(root):
    return {path.parent.name for path in (root / "include/alcove/Plan").glob("*/Problem.h")}


def users_of_common(root):
    """Problems of Plan that include a header of Plan/Common."""
    return {name for name in problems(root)
            if any("alcove/Plan/Common/" in text for _, text in texts(root, (f"lib/Plan/{name}", f"include/alcove/Plan/{name}")))}


def problems_as_files(root):
    """Those whose files hold the problem itself, unlike the machines of Tiling."""
    return sum(any(re.search(f"Plan/{name}/(Problem|Solution).h", text) for _, text in texts(root, (f"include/alcove/Plan/{name}/Format",)))
               for name in problems(root))


def html_pages(root):
    return sum(bool(re.search("<!doctype html", text, re.I)) for _, text in texts(root, ("lib", "tools"), (*CODE, ".html", ".py")))


def policies(root):
    return found_in(root / "lib/Plan/FunctionLayout/Policy.cpp", r'\{"(\w+)", make')


def core_programs(root):
    return {path.parent.name for path in (root / "tools").glob("*/CMakeLists.txt") if "alcove_core_tool(" in path.read_text()}


def without_command_line(root):
    """Programs whose help and version are not those of Base/CommandLine."""
    return {name for name in folders(root / "tools")
            if not any("alcove/Base/CommandLine/" in text for _, text in texts(root, (f"tools/{name}",)))}


def schemas(root):
    return {path.name.removesuffix(".schema.json") for path in (root / "docs/schemas").glob("*.json")}


def presets(root):
    block = (root / "CMakePresets.json").read_text().partition("buildPresets")[0] if (root / "CMakePresets.json").is_file() else ""
    return set(re.findall(r'"name": "([\w-]+)"(?!, "hidden")', block))


CLAIMS = [
    ("README.md", r"\((\d+) thousand lines of C\+\+ and TableGen\)", trusted_thousands),
    ("CONTRIBUTING.md", r"\*\*Presets\*\*: (.*?)\. Fuzzers", presets),
    ("layering.toml", r'\["tools/([\w-]+)"\]\nnever = \["mlir"\]', core_programs),
    ("layering.toml", r"# All programs but ([\w, -]+)\.\n", without_command_line),
    ("tools/CMakeLists.txt", r"each but ([^;.]*?) has a page in docs/man",
     lambda root: {name for name in folders(root / "tools") if not (root / f"docs/man/{name}.1.md").is_file()}),
    ("docs/ARCHITECTURE.md", r"true of the (\w+) problems of Plan", lambda root: len(problems(root))),
    ("docs/ARCHITECTURE.md", r"(?m)^\| ([A-Z]\w+) \| [^|\n]* \| [^|\n]* \|$", problems),
    ("docs/ARCHITECTURE.md", r"`Common` has what\s+([\w,\s]+) share", users_of_common),
    ("docs/ARCHITECTURE.md", r"besides them\s+([^)]*) in `test`", lambda root: folders(root / "test") - folders(root / "lib")),
    ("docs/ARCHITECTURE.md", r"(?m)^\| `scripts/(check_\w+)\.py` \|", lambda root: {path.stem for path in (root / "scripts").glob("check_*.py")}),
    ("docs/ARCHITECTURE.md", r"\*\*(\w+) budgets\.\*\*",
     lambda root: sum(text.count("\nstruct Budget {") for _, text in texts(root, ("include", "lib")))),
    ("docs/ARCHITECTURE.md", r"\*\*(\w+) pages are HTML\*\*", html_pages),
    ("docs/guide/python.md", r"schemas/([\w.-]+)\.schema\.json", schemas),
    ("test/tools/alcove/first-ten-minutes.test", r"files fit \d+ schemas \((.*?)\)", schemas),
    ("docs/guide/solvers.md", r"(\w+) planning problems as files", problems_as_files),
    ("docs/rationale/FunctionLayout.md", r"(?m)^\| ([A-Z]\w+(?:, \w+)*) \| [^|\n]* \| [^|\n]* \|$", policies),
    ("include/alcove/Optimize/OptimizerOptions.def", r'"memory-layout-analysis-policy", "Global",(.*?)\)', policies),
]


def names_in(groups):
    """Names of a list: those in backticks where there are any, else all words but 'and' and 'or'."""
    text = " ".join(groups)
    return set(re.findall(r"`([\w-]+)`", text)) or set(re.findall(r"[\w.-]*\w", text)) - {"and", "or"}


def broken_claims(root):
    for page, pattern, answer in CLAIMS:
        if not (root / page).is_file():
            continue
        groups = re.findall(pattern, (root / page).read_text(), re.S)
        truth = answer(root)
        if not groups:
            yield f"{page}: the sentence of {answer_name(answer, pattern)} is gone; scripts/doc_claims.py names it"
        elif not isinstance(truth, set):
            said, may = groups[0].lower(), truth if isinstance(truth, tuple) else (truth,)
            if said not in (*map(str, may), *(NUMBERS[number] for number in may if number < len(NUMBERS))):
                yield f"{page}: says {said} ({answer_name(answer, pattern)}), the tree says {' or '.join(map(str, may))}"
        elif names_in(groups) != truth:
            said = names_in(groups)
            yield f"{page}: {answer_name(answer, pattern)}: not in the tree {sorted(said - truth)}, not said {sorted(truth - said)}"


def answer_name(answer, pattern):
    return pattern if answer.__name__ == "<lambda>" else answer.__name__


def broken_pages(root):
    """A page of measurements names a commit and what wrote it; an open matter has at most eight lines."""
    for page in sorted(set((root / "docs/measurements").glob("*.md")) - {root / "docs/measurements/README.md"}):
        text = page.read_text()
        if not re.search(r"\bcommit `?[0-9a-f]{7,}|\bon [0-9a-f]{8}", text, re.I):
            yield f"docs/measurements/{page.name}: names no commit"
        if not re.search(r"^\$ |`(?:bench|scripts|testing|tools)/", text, re.M):
            yield f"docs/measurements/{page.name}: names no command"
    status = root / "docs/STATUS.md"
    for paragraph in status.read_text().split("\n\n") if status.is_file() else ():
        lines = max(paragraph.count("\n") + 1, -(-len(paragraph) // WIDTH))
        if paragraph.startswith("**") and lines > MOST_LINES:
            yield f"docs/STATUS.md: {lines} lines of {WIDTH} characters (at most {MOST_LINES}): {paragraph.splitlines()[0][:60]}"


def broken_builds(root):
    """Every source of a library, a program, a suite or a benchmark is in the build: its CMakeLists.txt names or globs it."""
    for path, _ in texts(root, ("lib", "tools", "testing", "unittests", "bench"), (".cpp",)):
        lists = next((folder / "CMakeLists.txt" for folder in (root / path).parents if (folder / "CMakeLists.txt").is_file()), None)
        text = lists.read_text() if lists else ""
        globs = re.findall(r"([\w*]*\*[\w*]*\.cpp)", text) + ["*"] * bool(re.search(r"alcove_(core|mlir)_tool\(", text))
        if not any(fnmatch.fnmatch(path.name, each) for each in globs) and not re.search(rf"\b{re.escape(path.name)}", text):
            yield f"{path}: in no target of its CMakeLists.txt"


def broken_names(root):
    """A header that a comment names, and a test that a comment or a page names, is in the tree."""
    files = [path for base in ("include", "lib", "testing", "tools", "unittests", "bench") for path in (root / base).rglob("*.*")]
    headers = {"/".join(path.parts[-depth:]) for path in files if path.suffix in (".h", ".def") for depth in range(1, len(path.parts))}
    named = {test for _, text in texts(root, ("unittests",), (".cpp",)) for test in re.findall(r"TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)", text)}
    suites = {suite for suite, _ in named} | {path.stem for path in files if path.suffix == ".cpp"}
    for path, text in (*texts(root, ("include", "lib", "testing", "tools", "unittests")), *texts(root, ("docs",), (".md",))):
        comments = "" if path.suffix == ".md" else "\n".join(re.findall(r"//(?!=)(.*)", text))
        for header in sorted(set(re.findall(r"(?<![\w./-])((?:\w[\w-]*/)*\w+\.(?:h|def))(?![\w.])", comments)) - headers):
            yield f"{path}: names {header}, which does not exist"
        for suite, test in sorted(set(re.findall(r"(?<![\w/])([A-Z]\w+Test)\b(?:\.([A-Z]\w+))?", comments or text))):
            if suite != "GoogleTest" and (suite not in suites or test and (suite, test) not in named):
                yield f"{path}: there is no test {suite}{test and '.' + test}"


def broken_words(root):
    """A name of code in backticks (`OneLikeThis`, `oneLikeThis`) on a page that is no measurement stands in the tree."""
    endings = (*CODE, ".py", ".sh", ".test", ".mlir", ".json", ".txt", ".cmake", ".html")
    known = set()
    for path, text in texts(root, ("include", "lib", "testing", "tools", "unittests", "bench", "scripts", "test", "cmake", "python"), endings):
        known |= {*re.findall(r"\w+", text), path.stem, *path.parts}
    for path, text in (*texts(root, ("docs",), (".md",)), *((page, (root / page).read_text()) for page in ("README.md", "CONTRIBUTING.md"))):
        code = " ".join(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S)))
        for word in sorted(set(re.findall(r"(?<![\w/-])(?:[A-Z]?[a-z]+[A-Z]\w*)", code)) - known if "measurements" not in str(path) else ()):
            yield f"{path}: names {word}, which is nowhere in the tree"


CHECKS = (broken_claims, broken_pages, broken_builds, broken_names, broken_words)
