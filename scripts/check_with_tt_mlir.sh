#!/bin/sh
# What a tt-mlir of yours refuses of our output, and of the models that we read: builds tt-mlir's own parser, verifiers,
# Python emitter and flatbuffer writer from CHECKOUT (any version; it is not changed) and feeds the small look-alike models
# to them, planned for both architectures at every level. Prints a line of counts per kind of check, then what is refused.
# Needs the packages of packages.txt and flatbuffers-compiler, libflatbuffers-dev. The first run builds for a while;
# WORK keeps the programs (also good for ALCOVE_REAL_CLIENT and `alcove doctor --tt-mlir WORK/bin/real-opt`).
# usage: check_with_tt_mlir.sh CHECKOUT [BUILD_DIR [WORK]]
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
fail() { echo "check_with_tt_mlir.sh: error: $*" >&2; exit 2; }

[ $# -ge 1 ] && [ $# -le 3 ] || fail "usage: check_with_tt_mlir.sh CHECKOUT [BUILD_DIR [WORK]]"
[ -f "$1/include/ttmlir/Dialect/TTNN/IR/TTNNOps.td" ] ||
  fail "'$1' is no checkout of tt-mlir: it has no include/ttmlir/Dialect/TTNN/IR/TTNNOps.td; git clone https://github.com/tenstorrent/tt-mlir"
checkout=$(cd "$1" && pwd) || exit 2
build=$(cd "$root" && cd "${2:-build}" 2> /dev/null && pwd) && [ -x "$build/bin/alcove-opt" ] ||
  fail "no bin/alcove-opt in the build folder '${2:-build}': run make first"
for program in clang++-22 cmake ninja python3 flatc; do
  command -v $program > /dev/null || fail "$program is not installed (packages.txt; flatc: flatbuffers-compiler and libflatbuffers-dev)"
done
version=$(git -C "$checkout" rev-parse --short HEAD 2> /dev/null || echo unknown)
work=${3:-${XDG_CACHE_HOME:-$HOME/.cache}/alcove/tt-mlir-$version}
mkdir -p "$work/source" "$work/bin" || exit 2
work=$(cd "$work" && pwd)
llvm=${LLVM:-/usr/lib/llvm-22}

# A copy, so that the checkout stays as it is; -u keeps what is built up to date.
for folder in include lib cmake; do
  cp -au "$checkout/$folder" "$work/source/" || fail "cannot copy $checkout/$folder to $work/source"
done
# The two calls of flatbuffers that older libraries (Debian 12 has 2.0) spell otherwise.
if flatc --version | grep -q 'version \([0-9]\|1[0-9]\|2[01]\)\.'; then
  sed -i 's/StartVector<flatbuffers::Offset<uint8_t>>(sizeBytes)/StartVector(sizeBytes, sizeof(flatbuffers::Offset<uint8_t>))/' \
    "$work/source/include/ttmlir/Target/Utils/MLIRToFlatbuffer.h"
  sed -i '/GetSizePrefixedBufferLength(/{N;s/::flatbuffers::GetSizePrefixedBufferLength(\s*static_cast<const uint8_t \*>(data.get()))/sizeof(::flatbuffers::uoffset_t) + ::flatbuffers::ReadScalar<::flatbuffers::uoffset_t>(data.get())/}' \
    "$work/source/lib/Target/TTNN/TTNNToFlatbuffer.cpp"
fi

cmake -G Ninja -S "$root/scripts/tt_mlir_client" -B "$work/build" -DTTMLIR_SRC="$work/source" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld \
  -DMLIR_DIR="$llvm/lib/cmake/mlir" -DLLVM_DIR="$llvm/lib/cmake/llvm" > "$work/configure.log" 2>&1 ||
  { tail -20 "$work/configure.log" >&2; fail "cmake does not configure this version; all of it is in $work/configure.log"; }
for program in real-opt real-verify real-py real-fb; do
  rm -f "$work/bin/$program"
  if ninja -C "$work/build" $program > "$work/$program.log" 2>&1; then
    ln "$work/build/$program" "$work/bin/$program"
  else
    echo "$program does not build from tt-mlir $version: its checks are left out ($work/$program.log)"
  fi
done
[ -x "$work/bin/real-opt" ] && [ -x "$work/bin/real-verify" ] ||
  fail "parser and verifiers of tt-mlir $version do not build against $llvm: the first error is in $work/real-opt.log"

rm -rf "$work/models"
python3 "$root/testing/models/lookalikes.py" --all "$work/models" --small > "$work/models.log" || exit 1
echo "tt-mlir $version"
exec python3 "$root/test/RealClient/Inputs/accept.py" --client="$work/bin" --build="$build" --input "$work"/models/*.mlir
