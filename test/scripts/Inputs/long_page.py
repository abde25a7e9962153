"""Prints what scripts/pages.py makes of a page with one short and two long blocks: the page, then the file beside it."""
import sys

sys.path.insert(0, sys.argv[1] + "/scripts")
import pages  # noqa: E402

PAGE = """# Title

| short | 1 |
|---|---|
| row | 2 |

## Long

| name | us |
|---|---:|
""" + "".join(f"| a\\|{i} | {i} |\n" for i in range(20)) + """| all | 190 |

```
$ command
total 7
""" + "".join(f"line {i}\n" for i in range(20)) + "```\n"

page, moved = pages.split(PAGE, "Name", "Area")
again, none = pages.split(page, "Name", "Area")
print(page + pages.dump(moved) + f"a second time: {'the same' if again == page and not none else 'another'}")
