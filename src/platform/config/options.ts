import { z } from '#contract'
import { parseNetworks } from '#platform/outbound'
import { databaseAddressError, replicaAddresses } from './database-addresses.ts'
import { parseDatabases } from './further-databases.ts'
import { parseInterval, parseKeepRules } from './intervals.ts'
import { address, count, minutes, type Options, oneOf, option, timeout, webAddress, whole } from './option.ts'
import { parseTrustedProxies, tooWideProxies } from './trusted-proxies.ts'

/** True for a server's public URL: an origin, with an optional path. */
const isPlace = (url: string) => {
  const { pathname, search, hash, username, password } = new URL(url)
  const isPath = pathname === '/' || /^(\/[\w-][\w.~-]*)+\/?$/.test(pathname)
  return isPath && !search && !hash && !username && !password && !/[?#]$/.test(url)
}

const databaseAddress = () =>
  z.string().refine((url) => databaseAddressError(url) === undefined, {
    error: ({ input }) => databaseAddressError(input as string),
  })

/** The platform's options. Features declare theirs in `options.ts`. */
export const platformOptions = {
  dataDir: option(z.string().min(1).default('data'), 'DIR', 'Folder for the embedded database and uploaded files.'),
  databaseUrl: option(
    databaseAddress().optional(),
    'URL',
    'PostgreSQL server (15 or newer) to use instead of the embedded database. With several hosts (postgres://USER@ONE:5432,OTHER:5432/NAME), the current primary is used. If the URL contains a password, set it in the environment.',
  ),
  databaseSessionUrl: option(
    databaseAddress().optional(),
    'URL',
    'Direct connection to the same database, if --database-url points to PgBouncer in transaction mode. Used where a session is required.',
  ),
  databaseReadUrl: option(
    z
      .string()
      .refine((text) => replicaAddresses(text).every((url) => databaseAddressError(url) === undefined), {
        error: 'must be addresses that begin with postgres://, separated by commas',
      })
      .optional(),
    'URL,…',
    'Read replicas of --database-url. Messages are read and searched there if the replica has caught up with what clients have seen. May be given several times.',
    { repeats: true },
  ),
  databases: option(
    z
      .string()
      .refine((text) => parseDatabases(text), {
        error:
          'must be like east=postgres://USER@HOST/NAME: small letters, digits and hyphens, each name once, none of them home',
      })
      .optional(),
    'NAME=URL,…',
    'Additional PostgreSQL databases that can hold organizations. May be given several times.',
    { repeats: true },
  ),
  databaseCacheMb: option(whole(32, 1, 1024), 'N', 'Page cache of the embedded database, in MiB.'),
  databaseStatementSeconds: option(
    timeout(20, 3_600),
    'N',
    'Timeout for one database statement of a request, in seconds. An embedded database that exceeds it is restarted.',
  ),
  databaseSync: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Flush each commit of the embedded database to disk. Turning this off is faster, but a power failure can corrupt the database.',
  ),
  databaseConnections: option(whole(20, 1, 10_000), 'N', 'Maximum number of PostgreSQL connections.'),
  databaseConnectSeconds: option(timeout(5), 'N', 'How long a request waits for a PostgreSQL connection, in seconds.'),
  natsUrl: option(
    z
      .string()
      .refine(
        (text) => text.split(',').every((one) => URL.canParse(one.trim()) && /^(nats|tls):\/\/./.test(one.trim())),
        {
          error: 'must be addresses like nats://HOST:4222, separated by commas',
        },
      )
      .optional(),
    'URL,…',
    'NATS servers of one cluster, used by several Loquat processes to notify each other: nats://[USER:PASSWORD@]HOST:4222 or nats://TOKEN@HOST:4222; tls:// requires TLS. If the URL contains a secret, set it in the environment. By default, processes notify each other through PostgreSQL.',
  ),
  natsSubject: option(
    z
      .string()
      .default('loquat')
      .refine((text) => /^[\w-]{1,60}(\.[\w-]{1,60}){0,5}$/.test(text), {
        error: 'must be words of letters, digits, _ and -, with dots between them',
      }),
    'SUBJECT',
    'Prefix for NATS subjects. Use a different one for each database that shares the NATS servers.',
  ),
  natsCredentialsFile: option(
    z.string().min(1).optional(),
    'FILE',
    'NATS credentials file, as written by nsc. This file and the following ones are read again for each connection.',
  ),
  natsSeedFile: option(z.string().min(1).optional(), 'FILE', 'NKey seed file for NATS, as written by nk.'),
  natsCaFile: option(
    z.string().min(1).optional(),
    'FILE',
    'CA certificates (PEM) used to verify the NATS servers. Requires TLS.',
  ),
  natsCertFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Client certificate (PEM) for NATS servers that require one. Requires TLS.',
  ),
  natsKeyFile: option(z.string().min(1).optional(), 'FILE', 'Private key (PEM) of the certificate.'),
  processAddress: option(
    z
      .string()
      .refine((text) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text), {
        error: 'must be an address, with or without :PORT',
      })
      .optional(),
    'ADDRESS[:PORT]',
    "Address at which other Loquat processes reach this one, to forward writes for organizations it's responsible for. Defaults to the address that PostgreSQL sees and a free port.",
  ),
  host: option(z.string().default('127.0.0.1'), 'ADDRESS', 'Address to listen on.'),
  port: option(count(9991, 65_535), 'PORT', 'Port to listen on; 0 picks a free one.'),
  tlsCert: option(
    z.string().min(1).optional(),
    'FILE',
    'Certificate chain (PEM) for serving HTTPS directly. Reloaded when the file changes.',
  ),
  tlsKey: option(z.string().min(1).optional(), 'FILE', 'Private key (PEM) of the certificate.'),
  url: option(
    webAddress()
      .refine(
        (url) => !URL.canParse(url) || isPlace(url),
        'must be a host, with or without a path of letters, digits, dots and dashes, and nothing behind it',
      )
      .optional(),
    'URL',
    'Public URL of this server, if it differs from host and port. It can include a path. Organizations with a subdomain are served at subdomains of its host.',
  ),
  rateLimits: option(oneOf(['on', 'off']).default('on'), 'on|off', 'Limit requests per user and per IP address.'),
  userRequestsPerMinute: option(count(2_000), 'N', 'Maximum requests per user per minute.'),
  addressRequestsPerMinute: option(count(600), 'N', 'Maximum unauthenticated requests per IP address per minute.'),
  userWorkSecondsPerMinute: option(
    timeout(10, 3_600),
    'N',
    'Maximum processing time per user per minute, in seconds (database, rendering, and responses). Further expensive requests are rejected.',
  ),
  loginFailuresPerHalfHour: option(count(10), 'N', 'Maximum failed sign-ins per account and IP address in 30 minutes.'),
  trustProxy: option(
    z
      .string()
      .default('off')
      .refine(parseTrustedProxies, {
        error: ({ input }) =>
          typeof input === 'string' && tooWideProxies(input)
            ? `'${tooWideProxies(input)}' trusts everyone who connects: list only your reverse proxies, such as 10.0.0.5,172.16.0.0/12`
            : `'${input}' must be off, or your reverse proxies: loopback, addresses or networks such as 10.0.0.5,172.16.0.0/12`,
      }),
    'PROXIES',
    'Reverse proxies whose X-Forwarded-For is trusted: loopback (proxies on this machine), addresses, and networks such as 172.16.0.0/12, separated by commas. The last address in the header that isn’t one of them is the caller’s. May be given several times.',
    { repeats: true },
  ),
  logLevel: option(
    oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'LEVEL',
    'Log level: debug, info, warn, error, or silent. Logs go to standard error.',
  ),
  logFormat: option(
    oneOf(['auto', 'text', 'json']).default('auto'),
    'auto|text|json',
    'Log format: text for people, JSON lines for programs, or auto: text on a terminal, JSON otherwise.',
  ),
  slowRequestMs: option(
    count(1_000),
    'N',
    'Log requests slower than this many milliseconds as warnings, except long polls. 0 turns this off.',
  ),
  metrics: option(
    oneOf(['on', 'off', 'public']).default('on'),
    'on|off|public',
    'Serve Prometheus metrics at /metrics: on (to this machine only), off, or public.',
  ),
  serviceWorker: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    "Offer the web client's service worker, which enables offline use, push notifications, and installation. Turning it off removes it from browsers.",
  ),
  maxFileUploadMib: option(count(100, 1_000_000), 'N', 'Maximum size of an uploaded file, in MiB.'),
  s3Url: option(
    webAddress().optional(),
    'URL',
    "S3-compatible bucket, and optionally a folder, for uploaded files. By default, they're stored in the data directory.",
  ),
  s3Region: option(z.string().default('us-east-1'), 'REGION', 'Region of the bucket.'),
  s3AccessKeyId: option(z.string().default(''), 'ID', 'Access key for the bucket.'),
  s3SecretAccessKey: option(
    z.string().default(''),
    'SECRET',
    'Secret access key for the bucket. Set it in the environment.',
  ),
  s3DirectUploads: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Let clients upload large files directly to the bucket with presigned URLs. The bucket must allow this (CORS).',
  ),
  smtpUrl: option(
    address(/^smtps?$/, 'smtp://HOST:PORT').optional(),
    'URL',
    'SMTP server for outgoing email: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for implicit TLS. Set it in the environment. Without it, emails are written to files in the data directory.',
  ),
  mailFrom: option(
    z.email({ error: 'must be an email address' }).optional(),
    'ADDRESS',
    "Sender address of emails. Defaults to noreply at the organization's host.",
  ),
  outboundAllow: option(
    z
      .string()
      .default('')
      .refine((text) => parseNetworks(text), 'must be networks such as 10.0.0.0/8, separated by commas'),
    'NETWORKS',
    'Private networks that webhooks, link previews, and other outgoing requests can reach, such as 10.0.0.0/8,fd00::/8. Public addresses are always allowed.',
  ),
  secretKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    'File with 32 random bytes in base64, used to encrypt stored secrets. Several processes must share the same key. By default, a key is created in the data directory.',
  ),
  backupEvery: option(
    z
      .string()
      .refine((text) => text === 'off' || parseInterval(text) !== undefined, {
        error: ({ input }) => `'${input}' is neither off nor a time such as 30min, 6h or 1d`,
      })
      .optional(),
    'TIME',
    'How often a running server makes a backup: 30min, 6h, 1d, or off. Defaults to 6h with the embedded database and off with PostgreSQL.',
  ),
  backupKeep: option(
    z
      .string()
      .default('7d,4w')
      .refine((text) => parseKeepRules(text), {
        error: ({ input }) => `'${input}' is no list such as 24h,7d,4w,12m`,
      }),
    'LIST',
    'Which backups to keep: 7d,4w keeps the newest of each of the last 7 days and 4 weeks, plus all from the last 24 hours. Units are h, d, w, and m (30 days).',
  ),
  backupTo: option(
    z.string().min(1).optional(),
    'FOLDER|URL',
    'Where to store backups: a folder, s3://BUCKET/FOLDER, or the https:// URL of an S3-compatible bucket, with the region and access key of the bucket for files. Defaults to backups in the data directory.',
  ),
  backupKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    "File with 32 random bytes in base64, used to encrypt backups. Without this file, the backups can't be restored.",
  ),
  backupNice: option(
    whole(15, 0, 19),
    'N',
    'CPU priority (niceness) of making and verifying backups, from 0 (normal) to 19 (lowest). On a busy machine, a high value makes backups much slower.',
  ),
  organizationIdleMinutes: option(
    whole(10, 1, 10_000),
    'N',
    'How long an unused organization stays in memory, in minutes.',
  ),
  mostAwakeOrganizations: option(
    whole(1_000, 1, 1_000_000),
    'N',
    'Target number of organizations in memory. Above it, organizations unused for a minute are unloaded, least recently used first.',
  ),
  keepEventsMinutes: option(
    minutes(10),
    'N',
    'How long events that all clients have received stay in the log, in minutes.',
  ),
} satisfies Options
