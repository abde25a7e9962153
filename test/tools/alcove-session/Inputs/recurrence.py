"""Writes a recurrence of STEPS steps that is written out: each adds the same row to its products.

usage: recurrence.py STEPS > model.mlir
"""
import sys

state, weight, row = "tensor<7x512xf32>", "tensor<512x512xf32>", "tensor<512xf32>"
kind = "ttcore.argument_type = #ttcore.argument_type"
print(f"""module {{
  func.func @main(%h0: {state} {{{kind}<input>, ttir.name = "state"}}, %w: {weight} {{{kind}<parameter>, ttir.name = "w"}}, %b: {row} {{{kind}<parameter>, ttir.name = "b"}}) -> {state} {{""")
for step in range(int(sys.argv[1])):
    print(f"""    %p{step} = "ttir.matmul"(%h{step}, %w) : ({state}, {weight}) -> {state}
    %r{step} = "ttir.subtract"(%p{step}, %h{step}) : ({state}, {state}) -> {state}
    %a{step} = "ttir.add"(%r{step}, %b) : ({state}, {row}) -> {state}
    %h{step + 1} = "ttir.tanh"(%a{step}) : ({state}) -> {state}""")
print(f"""    return %h{step + 1} : {state}
  }}
}}""")
