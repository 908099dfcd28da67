#!/bin/sh
# What an administrator of a fresh Debian 13 does with the package, from installing it to restoring a backup. It runs in a
# container with systemd; /packages has two versions. Prints each command with its output, and ends at the first failure.
set -eu
exec 2>&1
export PATH=/usr/sbin:/usr/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

heading() { printf '\n## %s\n\n' "$1"; }
# Runs a line as it's typed.
typed() {
  printf '# %s\n' "$1"
  eval "$1"
}
# Runs a line until it succeeds; systemd reports a service before it listens.
until_it_works() {
  printf '# %s\n' "$1"
  for _ in $(seq 240); do
    if eval "$1" >/tmp/answer; then
      cat /tmp/answer
      return 0
    fi
    sleep 0.5
  done
  journalctl --unit loquat --no-pager --lines 20
  echo 'it still fails'
  exit 1
}
fail() {
  echo "FAILED: $1"
  exit 1
}
messages() { curl --silent --fail --get --user "ada@example.com:$key" "$1/api/v1/messages?anchor=newest&num_before=50&num_after=0" \
  --data-urlencode 'narrow=[["channel","general"],["topic","news"]]' --data apply_markdown=false | grep --only-matching '"content":"[^"]*"' | sort; }
send() { curl --silent --fail --user "ada@example.com:$key" "$site/api/v1/messages" -d type=stream -d to=general -d topic=news \
  --data-urlencode "content=$1"; }
site=http://127.0.0.1:9991

heading 'Install'
typed 'apt-get install --yes /packages/loquat_0.1.0_*.deb'
until_it_works 'curl --silent --fail http://127.0.0.1:9991/health'
typed 'systemctl show loquat --property=User,ActiveState,UnitFileState'
typed 'stat --format="%U:%G %a %n" /var/lib/loquat /etc/loquat/loquat.env'
[ "$(stat --format=%U:%G:%a /var/lib/loquat)" = loquat:loquat:700 ] || fail 'the data directory is open'
[ "$(stat --format=%U:%G:%a /etc/loquat/loquat.env)" = root:loquat:640 ] || fail 'the settings are open'

heading 'Configure'
node /walk/mailbox.mjs /tmp/mail &
typed "cat >>/etc/loquat/loquat.env <<'END'
LOQUAT_URL=https://chat.example.com
LOQUAT_TRUST_PROXY=loopback
LOQUAT_SMTP_URL=smtp://127.0.0.1:2525
LOQUAT_MAIL_FROM=\"chat@example.com\"
END"
typed 'systemctl restart loquat'
until_it_works 'curl --silent --fail http://127.0.0.1:9991/health'
typed "loquat org create --name 'My team' --owner-name Ada --owner-email ada@example.com --json | tee /tmp/created"
key=$(grep --only-matching '"api_key":"[^"]*"' /tmp/created | cut -d'"' -f4)

heading 'HTTPS by Caddy'
typed "cat >/etc/caddy/Caddyfile <<'END'
chat.example.com {
  # a public server leaves this line out, and gets its certificate from Let's Encrypt
  tls internal
  reverse_proxy 127.0.0.1:9991
}
END"
typed 'systemctl restart caddy'
https='--cacert /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt --resolve chat.example.com:443:127.0.0.1'
until_it_works "curl --silent --fail $https https://chat.example.com/health"
site=https://chat.example.com
curl() { command curl $https "$@"; }
send 'before the backup'
echo
messages "$site"

heading 'Mail'
typed 'curl --silent --fail --user "ada@example.com:$key" "$site/api/v1/invites" -d invitee_emails=ben@example.com -d "stream_ids=[]"'
until_it_works 'grep --extended-regexp "^(From|To|Subject):" /tmp/mail'
grep -q '^To: .*ben@example.com' /tmp/mail || fail 'no mail to Ben'

heading 'Back up'
typed 'loquat backup'
typed 'loquat backup --list'
backup=$(ls /var/lib/loquat/backups/*.backup | tail -1)

heading 'Upgrade'
typed 'apt-get install --yes /packages/loquat_0.1.1_*.deb'
until_it_works 'curl --silent --fail http://127.0.0.1:9991/health'
typed 'journalctl --unit loquat --no-pager --output cat --grep "go back"'
before_upgrade=$(grep --files-with-matches before_upgrade.:true /var/lib/loquat/backups/*.json | tail -1)
send 'after the upgrade'
echo
messages "$site"
[ "$(messages "$site" | wc -l)" = 2 ] || fail 'messages are missing after the upgrade'

heading 'Go back'
typed 'apt-get install --yes --allow-downgrades /packages/loquat_0.1.0_*.deb'
typed 'systemctl stop loquat'
typed "loquat restore ${before_upgrade%.json}.backup --replace"
typed 'systemctl start loquat'
until_it_works 'curl --silent --fail http://127.0.0.1:9991/health'
messages "$site"
[ "$(messages "$site")" = '"content":"before the backup"' ] || fail 'the data is not the one from before the upgrade'

heading 'Restore at night'
typed 'systemctl stop loquat'
typed 'mv /var/lib/loquat /var/lib/loquat.broken'
typed 'install -d -o loquat -g loquat -m 700 /var/lib/loquat'
typed 'loquat restore /var/lib/loquat.broken/backups'
typed 'systemctl start loquat'
until_it_works 'curl --silent --fail http://127.0.0.1:9991/health'
messages "$site"
[ "$(messages "$site")" = '"content":"before the backup"' ] || fail 'the restored data differs'

heading 'Restore in another directory'
typed 'install -d -o loquat -g loquat -m 700 /srv/loquat'
typed "loquat restore /var/lib/loquat.broken/backups/$(basename "$backup") --data-dir /srv/loquat"
runuser -u loquat -- /usr/lib/loquat/bin/loquat serve --data-dir /srv/loquat --port 9992 >/tmp/second 2>&1 &
until_it_works 'curl --silent --fail http://127.0.0.1:9992/health'
[ "$(messages http://127.0.0.1:9992)" = '"content":"before the backup"' ] || fail 'the other directory differs'

heading 'Check'
typed 'loquat doctor || true'
typed 'systemd-analyze security --no-pager loquat | tail -1'

heading 'Remove'
typed 'apt-get remove --yes loquat'
[ ! -e /usr/bin/loquat ] || fail 'the program is still there'
[ -e /etc/loquat/loquat.env ] || fail 'the settings are gone'
typed 'apt-get purge --yes loquat'
[ ! -e /etc/loquat ] || fail 'settings are left'
[ -d /var/lib/loquat/database ] || fail 'the messages are gone'
typed 'find /etc /usr /var/lib/systemd -name "*loquat*"'
[ -z "$(find /etc /usr /var/lib/systemd -name '*loquat*' ! -path '/etc/systemd/system/loquat-walk*' ! -path '*wants/loquat-walk*')" ] || fail 'files are left'
echo 'THE WALK IS DONE'
