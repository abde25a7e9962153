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
    assert in_l1 == ("reason" not in op) and in_l1 == (not op.get("why")), op
# Text can be read on both grounds, in both themes: 4.5 to 1, as WCAG 2 asks.
def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(w * (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4)
               for w, p in zip((0.2126, 0.7152, 0.0722), parts))
for theme in re.findall(r":root \{(.*?)\}", page, re.S)[:2]:
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", theme))
    for text in ("text", "soft", "sharded", "l1", "dram", "host"):
        for ground in ("bg", "panel", "mark"):
            light, dark = sorted((luminance(colours[text]), luminance(colours[ground])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground, colours)
names = [op["name"] for op in summary["ops"]]
assert len(set(names)) == len(names)
assert abs(sum(op.get("time_ns", 0) for op in summary["ops"]) - summary["plan"]["time_ns"]) < 1e-3
# Rooflines: of every op with a time, below it; the sums and the ten are those of the ops.
timed = [op for op in summary["ops"] if "roofline_ns" in op]
assert all(op["unreachable_because"] and 0 <= op["roofline_ns"] <= op["time_ns"] * 1.0001 for op in timed), timed
roofline = summary["roofline"]
assert abs(sum(op["roofline_ns"] for op in timed) - roofline["ns"]) < 1e-3
assert abs(sum(op["time_ns"] for op in timed) - roofline["time_ns"]) < 1e-3
assert abs(sum(roofline["above_ns_by_reason"].values()) + roofline["ns"] - roofline["time_ns"]) < 1e-3
above = sorted((op["time_ns"] - op["roofline_ns"] for op in timed), reverse=True)[:10]
assert all(abs(a - op["above_ns"]) < 1e-3 for a, op in zip(above, roofline["most_above"], strict=True))
print(f"page holds: {len(names)} ops, {len(page)} bytes")
