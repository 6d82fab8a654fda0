#!/bin/sh
# Installs stateline @version@ for this user, without root.
#
#   sh install.sh [--bin-dir DIR] [--from ADDRESS] [--uninstall]
#
# It downloads the archive for this platform, checks its SHA-256 sum, and puts the program into ~/.local/bin. It changes
# no other file: not your shell's settings, not your PATH.
# shellcheck disable=SC2016 # The backticks in messages are quotes.
set -eu

version=@version@
from=@downloads@
bin_dir=${STATELINE_BIN_DIR:-$HOME/.local/bin}
uninstall=

say() { printf 'stateline: %s\n' "$1"; }
fail() { printf 'stateline: %s\n' "$1" >&2; exit 1; }

while [ $# -gt 0 ]; do
  case $1 in
    --bin-dir) [ $# -gt 1 ] || fail '`--bin-dir` needs a directory'; bin_dir=$2; shift ;;
    --from) [ $# -gt 1 ] || fail '`--from` needs the address of a directory with the archives'; from=$2; shift ;;
    --uninstall) uninstall=1 ;;
    -h | --help) printf 'Usage: install.sh [--bin-dir DIR] [--from ADDRESS] [--uninstall]\n'; exit ;;
    *) fail "unknown argument \`$1\`; try \`--help\`" ;;
  esac
  shift
done

if [ -n "$uninstall" ]; then
  [ -f "$bin_dir/stateline" ] || fail "\`$bin_dir/stateline\` is not there; name its directory with \`--bin-dir\`"
  rm -- "$bin_dir/stateline"
  say "removed \`$bin_dir/stateline\`; if a host still shows the line, remove it from that host's settings"
  exit
fi

case $(uname -s) in
  Linux) system=unknown-linux-musl ;;
  Darwin) system=apple-darwin ;;
  MINGW* | MSYS* | CYGWIN*) fail 'on Windows, use install.ps1, npm or Scoop' ;;
  *) fail "there is no program for $(uname -s); \`cargo install stateline\` builds it from source" ;;
esac
case $(uname -m) in
  x86_64 | amd64) cpu=x86_64 ;;
  aarch64 | arm64) cpu=aarch64 ;;
  *) fail "there is no program for $(uname -m); \`cargo install stateline\` builds it from source" ;;
esac
name=stateline-$version-$cpu-$system
archive=$name.tar.gz

download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget --quiet --output-document="$2" "$1"
  else
    fail 'neither `curl` nor `wget` is installed'
  fi
}

if command -v sha256sum >/dev/null 2>&1; then
  sum() { sha256sum "$1" | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null 2>&1; then
  sum() { shasum -a 256 "$1" | cut -d ' ' -f 1; }
else
  fail 'neither `sha256sum` nor `shasum` is installed, so the download could not be checked'
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 1' HUP INT TERM
say "downloading $archive"
download "$from/SHA256SUMS" "$work/SHA256SUMS" || fail "cannot download \`$from/SHA256SUMS\`"
download "$from/$archive" "$work/$archive" || fail "cannot download \`$from/$archive\`"
expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || fail "\`SHA256SUMS\` does not list $archive"
actual=$(sum "$work/$archive")
[ "$actual" = "$expected" ] || fail "$archive has the wrong SHA-256 sum, so nothing was installed: expected $expected, got $actual"

tar -xzf "$work/$archive" -C "$work"
mkdir -p -- "$bin_dir"
# Renaming replaces a program even while it runs, and never leaves half of one.
cp -- "$work/$name/stateline" "$bin_dir/.stateline.new"
chmod 755 "$bin_dir/.stateline.new"
mv -f -- "$bin_dir/.stateline.new" "$bin_dir/stateline"
say "installed \`$bin_dir/stateline\`, $("$bin_dir/stateline" -V)"
case :$PATH: in
  *":$bin_dir:"*) say 'next: stateline setup' ;;
  *)
    say "\`$bin_dir\` is not on your PATH; hosts do not need that, but your shell does: export PATH=\"$bin_dir:\$PATH\""
    say "next: $bin_dir/stateline setup"
    ;;
esac
