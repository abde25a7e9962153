#!/usr/bin/env bash
# The packages in a fresh Debian 12: lintian, a root by mmdebstrap, `apt install ./alcove_*.deb`, every command of
# examples/README.md and of the man pages, completion, `man`, then libalcove-dev and examples/cmake. Prints the seconds of
# each command. Passes without doing anything where mmdebstrap is not installed, this is not root, or no mirror answers.
# ALCOVE_ROOT_TAR: a root that mmdebstrap made before.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
command -v mmdebstrap >/dev/null && command -v lintian >/dev/null && [ "$(id -u)" = 0 ] ||
  { echo "needs mmdebstrap, lintian and root: nothing was run"; exit 0; }
ls "$build"/packages/alcove_*.deb >/dev/null 2>&1 || make deb BUILD="$build"
work=$(mktemp -d /tmp/alcove-root.XXXXXX)
trap 'umount -q "$work/root/proc" "$work/root/dev" 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
sources=/etc/apt/sources.list.d/debian.sources
tar=${ALCOVE_ROOT_TAR:-$work/root.tar}
[ -f "$tar" ] || mmdebstrap --variant=apt --mode=root bookworm "$tar" ${sources:+$([ -f $sources ] && echo $sources)} >"$work/log" 2>&1 ||
  { tail -3 "$work/log"; echo "no mirror answers: nothing was run"; exit 0; }
mkdir "$work/root"
tar -xf "$tar" -C "$work/root"
mount -t proc proc "$work/root/proc"
mount --bind /dev "$work/root/dev"
cp /etc/resolv.conf "$work/root/etc/" 2>/dev/null || true
cp /etc/hosts "$work/root/etc/" 2>/dev/null || true
cp "$build"/packages/*.deb "$work/root/root/"

inside() { chroot "$work/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive bash -c "cd /root; $1"; }
# timed COMMAND [LINES]: its seconds, and the last lines of what it said.
timed() {
  local begin
  begin=$(date +%s.%N)
  inside "$1" </dev/null >"$work/said" 2>&1 || { tail -30 "$work/said"; echo "failed: $1"; exit 1; }
  printf '%7.2f s  %s\n' "$(echo "$(date +%s.%N) - $begin" | bc)" "$1"
  [ "${2:-0}" = 0 ] || tail -n "$2" "$work/said" | cut -c1-140 | sed 's/^/           /'
}
timed 'apt-get update -qq'
timed 'apt-get install -y --no-install-recommends ./alcove_*.deb' 1
timed 'alcove plan /usr/share/doc/alcove/examples/resnet50.mlir.gz' 8
grep -q 'summary of module' "$work/said"
timed 'alcove doctor' 12
inside 'cp -r /usr/share/doc/alcove/examples cases'
sed -n '/^```sh/,/^```/p' examples/README.md | grep -v '^```' | while read -r line; do timed "cd cases; $line"; done
for page in docs/man/*.md; do
  python3 scripts/doc_commands.py "$page" | while read -r line; do timed "cd cases; $line"; done
done
timed 'apt-get install -y --no-install-recommends man-db bash-completion' 1
timed 'man alcove | col -b' 40
inside 'for page in /usr/share/man/man1/alcove*.1 /usr/share/man/man1/layout-proof.1; do :; done; man --warnings -l /usr/share/man/man1/alcove-plan.1.gz 2>&1 >/dev/null | grep . && exit 1 || true'
complete='source /usr/share/bash-completion/bash_completion; source /usr/share/bash-completion/completions/alcove;
  try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _alcove; echo "${COMPREPLY[*]}"; }'
[ "$(inside "$complete; try alcove pl")" = plan ]
inside "$complete; try alcove plan --device n" | grep -q . || inside "$complete; try alcove plan --device wormhole-n1" | grep -q wormhole-n150
inside "$complete; try alcove plan --opt" | grep -q -- --optimization-level=
echo "completion answers: alcove pl -> plan; plan --device wormhole-n1 -> wormhole-n150; plan --opt -> --optimization-level="
timed 'apt-get install -y --no-install-recommends ./libalcove-dev_*.deb cmake make g++' 1
timed 'cmake -S /usr/share/doc/libalcove-dev/examples/cmake -B example -DCMAKE_BUILD_TYPE=Release'
timed 'cmake --build example'
timed 'example/addresses' 4
timed 'example/planned cases/mlp.mlir' 1
timed 'apt-get remove -y alcove libalcove-dev' 1
inside 'test ! -e /usr/bin/alcove'
found=$(lintian --allow-root "$build"/packages/*.deb) || { echo "$found"; echo "lintian is not content"; exit 1; }
[ -z "$found" ] || { echo "$found"; exit 1; }
echo "lintian: nothing to say"
