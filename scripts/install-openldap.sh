#!/usr/bin/env bash
# Installs OpenLDAP from Debian's packages where there is none: tests of directories start their own, in folders of their own.
set -euo pipefail

[ -x /usr/sbin/slapd ] && [ -x /usr/bin/ldapmodify ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
# without a question, and without a service: nobody else on this machine wants one
printf 'slapd slapd/no_configuration boolean true\n' | "${as_root[@]}" debconf-set-selections
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends slapd ldap-utils >/dev/null
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now slapd >/dev/null 2>&1 || true; fi
