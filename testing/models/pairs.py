#!/usr/bin/env python3
"""Writes one function of a session: a model that prefills or decodes, over the same weights and caches.

usage: pairs.py llama-1b|llama-8b|qwen|gemma|phi|moe prefill|decode [--batch N] [--rows N] [--cache N] [--layers N] [--small] > model.mlir

The arguments of both functions have the same names, so that `alcove session` knows which are one tensor; caches are
written in place. Sizes are those of the published models (one layer, unless --layers says else), embedding and head included.
"""
import argparse
import sys

from lookalikes import DECODERS, decoder, small_decoder

MODELS = {
    "llama-1b": DECODERS["llama_3_2_1b"],
    "llama-8b": DECODERS["llama_3_1_8b"],
    "qwen": DECODERS["qwen_2_5_1_5b"],
    "gemma": DECODERS["gemma_2_2b"],
    "phi": DECODERS["phi_1"],
    "moe": dict(width=2048, heads=16, kv=4, head_dim=128, inner=768, vocabulary=151936, experts=(16, 4)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=sorted(MODELS))
    parser.add_argument("part", choices=["prefill", "decode"])
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rows", type=int, default=32, help="tokens that prefill reads")
    parser.add_argument("--cache", type=int, default=128, help="tokens that the caches hold")
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="the same graph, narrow: to be executed")
    options = parser.parse_args()
    sizes = dict(MODELS[options.model])
    if options.small:
        experts = sizes.get("experts")
        sizes = small_decoder(sizes)
        if experts:
            sizes.update(experts=(4, 2), inner=64)
    sizes.update(batch=options.batch, rows=options.rows if options.part == "prefill" else 1, cache=options.cache, layers=options.layers)
    sys.stdout.write(decoder(**sizes).replace("@main", "@" + options.part))


if __name__ == "__main__":
    main()
