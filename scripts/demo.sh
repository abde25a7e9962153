#!/bin/sh
set -eu
echo "demo: the optimizer pipeline is not in this tree yet"
