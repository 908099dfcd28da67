#!/usr/bin/env bash
# Installs Debian's Postfix if it's missing: email tests start their own, in their own folders.
set -euo pipefail

[ -x /usr/sbin/postfix ] && [ -x /usr/sbin/postmulti ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
# without questions, and without starting a service
printf 'postfix postfix/main_mailer_type select No configuration\n' | "${as_root[@]}" debconf-set-selections
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends postfix >/dev/null
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now postfix >/dev/null 2>&1 || true; fi
