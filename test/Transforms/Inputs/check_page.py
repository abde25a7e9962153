"""usage: check_page.py PAGE.html SUMMARY.json TIMELINE.json: the page holds these figures, and no link to elsewhere."""
import json
import re
import sys

page = open(sys.argv[1]).read()
summary, timeline = (json.load(open(path)) for path in sys.argv[2:4])
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
assert data == {"summary": summary, "timeline": timeline}, "the page's figures differ"
assert not re.search(r"(?:src|href)\s*=|https?://", page), "the page needs something that is not in it"
assert page.count("</script>") == 2 and page.isascii()
for op in summary["ops"]:
    in_l1 = op["place"].startswith("L1")
    assert not in_l1 or "reason" not in op, op
names = [op["name"] for op in summary["ops"]]
assert len(set(names)) == len(names)
assert abs(sum(op.get("time_ns", 0) for op in summary["ops"]) - summary["plan"]["time_ns"]) < 1e-3
print(f"page holds: {len(names)} ops, {len(page)} bytes")
