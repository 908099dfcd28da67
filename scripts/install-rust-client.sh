#!/usr/bin/env bash
# Builds the program in test/conformance/rust into .cache, with the public API's Rust library; installs OpenSSL's headers
# if they're missing. Without Rust 1.85 or newer, which Debian 12 lacks, it builds nothing, and the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(cargo --version 2>/dev/null | cut -d' ' -f2 || true)
if [ "$(printf '%s\n' 1.85 "$version" | sort -V | tail -1)" = 1.85 ]; then
  echo "The Rust client isn't built: it takes Rust 1.85, and this is ${version:-none}."
  exit 0
fi
if ! pkg-config --exists openssl 2>/dev/null; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends pkg-config libssl-dev >/dev/null
fi
cargo build --quiet --manifest-path test/conformance/rust/Cargo.toml --target-dir .cache/rust-client
