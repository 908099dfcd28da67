interface Fix {
  readonly about: RegExp
  readonly says: RegExp
  readonly fix: string
}

/** The first that fits. */
const fixes: readonly Fix[] = [
  {
    about: /^data directory$/,
    says: /EACCES|EPERM/,
    fix: "Run this as the server's user, or change the owner of the folder.",
  },
  { about: /^data directory$/, says: /exist yet/, fix: 'Check --data-dir if you expected data here.' },
  {
    about: /^database$/,
    says: /from this machine/,
    fix: 'Ignore this if browsers reach it. Otherwise check the DNS name, the reverse proxy, and --url.',
  },
  {
    about: /^database/,
    says: /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|can't be reached/,
    fix: 'Check that PostgreSQL runs, and the host and port of --database-url.',
  },
  {
    about: /^database/,
    says: /password|authentication|role/,
    fix: 'Check the user and password in --database-url, and pg_hba.conf.',
  },
  { about: /^database/, says: /15 or newer/, fix: 'Upgrade PostgreSQL.' },
  { about: /^database/, says: /is damaged/, fix: 'Keep a copy of the data, and restore a backup: docs/backups.md.' },
  { about: /^database/, says: /migrations behind|is empty|No Loquat data/, fix: 'Start the server: loquat serve.' },
  {
    about: /^disk$/,
    says: /./,
    fix: 'Delete what you don’t need, enlarge the disk, or move uploads to a bucket (--s3-url).',
  },
  { about: /^clock$/, says: /./, fix: 'Turn on time synchronization: timedatectl set-ntp true.' },
  {
    about: /^files$/,
    says: /./,
    fix: 'Run loquat s3 test; check --s3-url, the keys, and the permissions of the bucket.',
  },
  { about: /^backups$/, says: /none are scheduled/, fix: 'Set --backup-every 6h, or back up the database server.' },
  {
    about: /^backups$/,
    says: /can't be restored|hours old|wasn't verified/,
    fix: 'Run loquat backup, and read the log.',
  },
  { about: /^certificate$/, says: /./, fix: 'Renew it. The server reads the file again by itself.' },
  { about: /^mail$/, says: /there is no --smtp-url/, fix: 'Set LOQUAT_SMTP_URL, then run loquat mail test ADDRESS.' },
  { about: /^mail$/, says: /./, fix: 'Run loquat mail test ADDRESS; check LOQUAT_SMTP_URL.' },
  {
    about: /^push relay$/,
    says: /there is no --push-relay-url/,
    fix: 'Ignore this unless you use mobile apps; docs/push.md.',
  },
  { about: /^push relay$/, says: /./, fix: 'Check --push-relay-url, --push-relay-org-id, and --push-relay-key.' },
  { about: /^web push$/, says: /read by others/, fix: 'Run chmod 600 on the file.' },
  { about: /^web push$/, says: /./, fix: 'Set --web-push-key to the same value for all processes.' },
  { about: /^sign-in$/, says: /./, fix: 'Check the provider’s issuer, client ID, and secret: docs/sign-in.md.' },
  { about: /^SAML$/, says: /./, fix: 'Get the provider’s new certificate: docs/saml.md.' },
  {
    about: /^call relays$/,
    says: /there is no --turn-url/,
    fix: 'Ignore this if everyone is in one network. Otherwise set up a TURN server: docs/calls.md.',
  },
  {
    about: /^call relays$/,
    says: /refuses the credentials/,
    fix: 'Use the same secret for --turn-secret and static-auth-secret of coturn; check both clocks.',
  },
  {
    about: /^call relays$/,
    says: /only this network reaches/,
    fix: 'Set external-ip of coturn to the public address.',
  },
  {
    about: /^call relays$/,
    says: /because it’s for DTLS/,
    fix: 'Try a call between two networks. With turns:…?transport=tcp instead, doctor can check the server over TLS.',
  },
  {
    about: /^call relays$/,
    says: /certificate|self-signed|altname/i,
    fix: 'Give coturn a certificate for the name in --turn-url, with its chain (cert, pkey).',
  },
  {
    about: /^call relays$/,
    says: /./,
    fix: 'Check that the TURN server runs, its host and port in --turn-url, and that a firewall lets UDP and TCP through.',
  },
  {
    about: /^LiveKit$/,
    says: /rejects the API key/,
    fix: 'Set --livekit-api-key and --livekit-api-secret to a pair from keys in livekit.yaml, and check both clocks.',
  },
  {
    about: /^LiveKit$/,
    says: /clock/,
    fix: 'Turn on time synchronization on both machines: timedatectl set-ntp true.',
  },
  {
    about: /^LiveKit$/,
    says: /third-party/,
    fix: 'Set rtc.stun_servers in livekit.yaml, or --stun-url or --turn-url here: docs/calls.md.',
  },
  {
    about: /^LiveKit$/,
    says: /without TLS/,
    fix: 'Put a reverse proxy with a certificate in front of LiveKit, and use wss: in --livekit-url.',
  },
  {
    about: /^LiveKit$/,
    says: /needs --livekit/,
    fix: 'Set --livekit-url, --livekit-api-key, and --livekit-api-secret.',
  },
  {
    about: /^LiveKit$/,
    says: /./,
    fix: 'Check that the LiveKit server is running at --livekit-url, and that UDP 7882 and TCP 7881 are open: docs/calls.md.',
  },
  { about: /^directories$/, says: /./, fix: 'Run loquat ldap test USER; check base and user_filter: docs/ldap.md.' },
]

/** What the operator can do about a finding. */
export const fixFor = (about: string, says: string): string | undefined =>
  fixes.find((one) => one.about.test(about) && one.says.test(says))?.fix
