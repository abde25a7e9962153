#!/bin/sh
# Installs the Debian packages that packages.txt names and this machine lacks. Does nothing when all are there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
missing=""
for package in $(sed 's/#.*//' "$root/packages.txt"); do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
as_root=""
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root apt-get update -qq
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
