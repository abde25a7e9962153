"""A program with one group of chips a row: chips.py ROWS COLUMNS."""
import sys

rows, columns = map(int, sys.argv[1:])
groups = ", ".join(str([row * columns + column for column in range(columns)]) for row in range(rows))
print(f"""func.func @f(%a0: tensor<32x64xbf16>) {{
  %0 = "ttir.collective_broadcast"(%a0) <{{replica_groups = dense<[{groups}]> : tensor<{rows}x{columns}xi64>}}>
    : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}}""")
