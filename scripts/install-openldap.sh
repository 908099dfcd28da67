#!/usr/bin/env bash
# Installs Debian's OpenLDAP if it's missing: directory tests start their own, in their own folders.
set -euo pipefail

[ -x /usr/sbin/slapd ] && [ -x /usr/bin/ldapmodify ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
# without questions, and without starting a service
printf 'slapd slapd/no_configuration boolean true\n' | "${as_root[@]}" debconf-set-selections
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends slapd ldap-utils >/dev/null
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now slapd >/dev/null 2>&1 || true; fi
