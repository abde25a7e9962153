#!/usr/bin/env python3
"""Words and sentences of README.md, the guide, the tutorial and the man pages.

usage: check_words.py [--root DIR]

- A sentence has at most 40 words. Code, links, tables' bars and headings end none and count as one word each.
- A word is one of British English (Debian: wbritish), of docs/GLOSSARY.md, or a name that scripts/words.txt lists. Without
  the dictionary that is not looked at, and the last line says so.
- A term that a page sets in *italics* to define it is in the glossary.
"""
import argparse
import pathlib
import re
import sys

MOST = 40
DICTIONARY = pathlib.Path("/usr/share/dict/british-english")
# Where a sentence ends: not behind abbreviations and single letters.
END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\b[A-Z])[.!?](?=\s+[\"'(*\[]*[A-Z0-9`]|\s*$)|:(?=\s*$)")


def plain(text):
    """Prose alone: a word for each piece of code and each link."""
    text = re.sub(r"```.*?```|<!--.*?-->", "\n\n", text, flags=re.S)
    text = re.sub(r"`[^`\n]+`", "CODE", text)
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"https?://\S+", "LINK", text)
    return text


def paragraphs(text):
    """Blocks that sentences do not cross: paragraphs, items of lists, cells of tables, headings."""
    block = []
    for line in [*text.splitlines(), ""]:
        bare = line.strip()
        if bare.startswith("|"):
            yield from (cell.strip() for cell in bare.strip("|").split("|"))
            bare = ""
        starts = re.match(r"([-*] |\d+\. |#|: |>|% )", bare)
        if (not bare or starts) and block:
            yield " ".join(block)
            block = []
        if bare:
            block.append(re.sub(r"^([-*] |\d+\. |#+ |: |> |% )", "", bare))


def sentences(text):
    for block in paragraphs(plain(text)):
        begin = 0
        for end in END.finditer(block):
            yield block[begin:end.end()].strip()
            begin = end.end()
        if block[begin:].strip():
            yield block[begin:].strip()


def words_in(sentence):
    return [word for word in re.findall(r"[^\s]+", sentence) if re.search(r"\w", word)]


def forms(word):
    """The word, and what it may be made of."""
    yield word
    yield word.lower()
    for ending, instead in (("'s", ""), ("s", ""), ("es", ""), ("d", ""), ("ed", ""), ("ing", ""), ("ing", "e"), ("er", ""), ("able", ""), ("able", "e"), ("ly", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word[:-len(ending)].lower() + instead
            yield word[:-len(ending)] + instead
    for prefix in ("un", "re", "non", "pre", "post", "sub", "over"):
        if word.lower().startswith(prefix):
            yield word[len(prefix):].lower()


def unknown_words(text, known):
    for word in re.findall(r"(?<![\w./-])[A-Za-z][A-Za-z'\u2019-]*[A-Za-z](?![\w/])", plain(text)):
        parts = [part for part in word.split("-") if part]
        for part in parts:
            # CODE and names in capitals are not prose.
            if len(part) > 2 and not part.isupper() and not any(form in known for form in forms(part)):
                yield part


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root.resolve()
    pages = [root / "README.md", root / "docs/tutorial.md", root / "examples/README.md", *sorted((root / "docs/guide").glob("*.md")),
             *sorted((root / "docs/man").glob("*.md"))]
    glossary = (root / "docs/GLOSSARY.md").read_text()
    terms = {term.strip().lower() for entry in re.findall(r"\*([^*\n]+)\*", glossary) for term in entry.split(",")}
    errors, count = [], 0
    known = None
    if DICTIONARY.exists():
        known = set(DICTIONARY.read_text().split()) | set(re.findall(r"[A-Za-z][\w'-]*", glossary))
        known |= {word.lower() for word in re.findall(r"[A-Za-z][\w'-]*", glossary)}
        known |= {line.split("#")[0].strip() for line in (root / "scripts/words.txt").read_text().splitlines()}
    for page in pages:
        text, where = page.read_text(), page.relative_to(root)
        for sentence in sentences(text):
            count += 1
            if (length := len(words_in(sentence))) > MOST:
                errors.append(f"{where}: a sentence of {length} words (at most {MOST}): {sentence[:90]}...")
        for term in re.findall(r"(?<![*\w])\*([a-z][^*\n]{2,40})\*(?![*\w])", plain(text) if "docs/guide" in str(where) else ""):
            if not any(form in terms for form in forms(term)):
                errors.append(f"{where}: the term '{term}' is not in docs/GLOSSARY.md")
        if known:
            errors += [f"{where}: '{word}' is no word of the dictionary, of docs/GLOSSARY.md or of scripts/words.txt"
                       for word in sorted(set(unknown_words(text, known)))]
    print("\n".join(errors), file=sys.stderr, end="\n" if errors else "")
    print(f"words: {count} sentences of {len(pages)} pages, {len(errors)} errors" + ("" if known else "; no dictionary (wbritish): spelling was not looked at"))
    return 1 if errors or not count else 0


if __name__ == "__main__":
    sys.exit(main())
