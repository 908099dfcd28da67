import { z } from '#contract'
import { parseNetworks } from '#platform/outbound'
import { databaseAddressProblem, replicaAddresses } from './database-addresses.ts'
import { parseDatabases } from './further-databases.ts'
import { parseInterval, parseKeepRules } from './intervals.ts'
import { address, count, minutes, type Options, oneOf, option, timeout, webAddress, whole } from './option.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

/** Where people reach a server: its host, and the path below which it lives where it has no host of its own. */
const isPlace = (url: string) => {
  const { pathname, search, hash, username, password } = new URL(url)
  const isPath = pathname === '/' || /^(\/[\w-][\w.~-]*)+\/?$/.test(pathname)
  return isPath && !search && !hash && !username && !password && !/[?#]$/.test(url)
}

const databaseAddress = () =>
  z.string().refine((url) => databaseAddressProblem(url) === undefined, {
    error: ({ input }) => databaseAddressProblem(input as string),
  })

/** What the platform itself can be told; areas declare what concerns them in their `options.ts`. */
export const platformOptions = {
  dataDir: option(z.string().min(1).default('data'), 'DIR', 'Folder for the embedded database and uploaded files.'),
  databaseUrl: option(
    databaseAddress().optional(),
    'URL',
    'A PostgreSQL server (15 or newer) to use instead of the embedded database; with several hosts (postgres://USER@ONE:5432,OTHER:5432/NAME), whichever of them is in charge. With a password best given in the environment.',
  ),
  databaseSessionUrl: option(
    databaseAddress().optional(),
    'URL',
    'The same database past PgBouncer, where --database-url leads to one in transaction mode: for what needs a session of its own.',
  ),
  databaseReadUrl: option(
    z
      .string()
      .refine((text) => replicaAddresses(text).every((url) => databaseAddressProblem(url) === undefined), {
        error: 'must be addresses that begin with postgres://, separated by commas',
      })
      .optional(),
    'URL,…',
    'PostgreSQL servers that follow the one of --database-url: messages are read and searched there where they have all that anybody was told. May be given several times.',
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
    'Further PostgreSQL databases, in which organizations can be beside that of --database-url. May be given several times.',
    { repeats: true },
  ),
  databaseCacheMb: option(whole(32, 1, 1024), 'N', 'MiB of memory in which the embedded database keeps pages.'),
  databaseStatementSeconds: option(
    timeout(20, 3_600),
    'N',
    'How long the database may take for one statement of a request; the embedded one is then taken to hang, and started anew.',
  ),
  databaseSync: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether the embedded database waits for the disk when something is committed. Off is faster, and a power cut can damage the database.',
  ),
  databaseConnections: option(whole(20, 1, 10_000), 'N', 'Most connections to the PostgreSQL server.'),
  databaseConnectSeconds: option(
    timeout(5),
    'N',
    'How long a request waits for a connection to the PostgreSQL server, a new or a free one.',
  ),
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
    'NATS servers of one cluster, by which processes on one PostgreSQL server tell each other what is new; nats://[USER:PASSWORD@]HOST:4222 or nats://TOKEN@HOST:4222, with tls:// over TLS alone; with a secret best given in the environment. Without it they do so by the database.',
  ),
  natsSubject: option(
    z
      .string()
      .default('loquat')
      .refine((text) => /^[\w-]{1,60}(\.[\w-]{1,60}){0,5}$/.test(text), {
        error: 'must be words of letters, digits, _ and -, with dots between them',
      }),
    'SUBJECT',
    'What subjects on NATS begin with: another one for each database that shares the NATS servers.',
  ),
  natsCredentialsFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A file with credentials for NATS, as nsc writes it. It is read again for each connection, as the following ones are.',
  ),
  natsSeedFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A file with the seed of the NKey by which NATS knows this server, as nk writes it.',
  ),
  natsCaFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Certificates in PEM of those whom NATS servers’ certificates come from; then NATS is spoken over TLS alone.',
  ),
  natsCertFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A certificate in PEM by which NATS servers that ask for one know this server; then NATS is spoken over TLS alone.',
  ),
  natsKeyFile: option(z.string().min(1).optional(), 'FILE', 'The private key of that certificate, in PEM.'),
  processAddress: option(
    z
      .string()
      .refine((text) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text), {
        error: 'must be an address, with or without :PORT',
      })
      .optional(),
    'ADDRESS[:PORT]',
    'An address of this machine at which other processes on the same PostgreSQL server reach this one, to hand it writes of organizations that it writes for. Without it, the one that the PostgreSQL server sees; without a port, any free one.',
  ),
  host: option(z.string().default('127.0.0.1'), 'ADDRESS', 'Address to listen on.'),
  port: option(count(9991, 65_535), 'PORT', 'Port to listen on; 0 picks a free one.'),
  tlsCert: option(
    z.string().min(1).optional(),
    'FILE',
    'A certificate in PEM, with those that lead to its issuer: the server then speaks HTTPS itself. It is read again when the file changes.',
  ),
  tlsKey: option(z.string().min(1).optional(), 'FILE', 'The private key of that certificate, in PEM.'),
  url: option(
    webAddress()
      .refine(
        (url) => !URL.canParse(url) || isPlace(url),
        'must be a host, with or without a path of letters, digits, dots and dashes, and nothing behind it',
      )
      .optional(),
    'URL',
    'Where people reach this server, when that differs from host and port: a host, and a path where it has no host of its own. Organizations with a subdomain live below its host.',
  ),
  rateLimits: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether requests are limited per user and per address.',
  ),
  userRequestsPerMinute: option(count(2_000), 'N', 'Requests that one user may make in a minute.'),
  addressRequestsPerMinute: option(
    count(600),
    'N',
    'Requests without an account that one address may make in a minute.',
  ),
  userWorkSecondsPerMinute: option(
    timeout(10, 3_600),
    'N',
    "Seconds of work for one user's requests in a minute (the database's, rendering, answers), after which those that caused it are refused.",
  ),
  loginFailuresPerHalfHour: option(
    count(10),
    'N',
    'Wrong passwords for one account, from one address, in half an hour.',
  ),
  trustProxy: option(
    z
      .string()
      .default('off')
      .refine(parseTrustedProxies, {
        error: ({ input }) =>
          `'${input}' must be off, or your reverse proxies: loopback, addresses or networks such as 10.0.0.5,172.16.0.0/12`,
      }),
    'PROXIES',
    'Reverse proxies whose X-Forwarded-For is trusted: loopback (proxies on this machine), addresses, and networks such as 172.16.0.0/12, separated by commas. The last address in the header that isn’t one of them is the caller’s. May be given several times.',
    { repeats: true },
  ),
  logLevel: option(
    oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'LEVEL',
    'How much to log, as JSON lines on standard error: debug, info, warn, error or silent.',
  ),
  slowRequestMs: option(
    count(1_000),
    'N',
    'Requests that take so many milliseconds are logged as warnings, polls excepted; 0 for none.',
  ),
  metrics: option(
    oneOf(['on', 'off', 'public']).default('on'),
    'on|off|public',
    'Whether /metrics tells how the server is doing: to this machine alone, to nobody, or to everybody.',
  ),
  serviceWorker: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether browsers keep the web client, so that it opens without the server, hears of messages while it is closed and can be installed. Off takes away what browsers have kept.',
  ),
  maxFileUploadMib: option(count(100, 1_000_000), 'N', 'Largest file that can be uploaded, in MiB.'),
  s3Url: option(
    webAddress().optional(),
    'URL',
    'A bucket of an S3-compatible store, and a folder in it, for uploaded files; without it they are in the data directory.',
  ),
  s3Region: option(z.string().default('us-east-1'), 'REGION', 'Region of the bucket.'),
  s3AccessKeyId: option(z.string().default(''), 'ID', 'Access key for the bucket.'),
  s3SecretAccessKey: option(
    z.string().default(''),
    'SECRET',
    'Secret of that access key; best given in the environment.',
  ),
  s3DirectUploads: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Whether clients may send large files straight to the bucket, by addresses that are signed for them. The bucket has to allow that (CORS).',
  ),
  smtpUrl: option(
    address(/^smtps?$/, 'smtp://HOST:PORT').optional(),
    'URL',
    'The server that takes outgoing mail: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start; best given in the environment. Without it mail is written to files in the data directory.',
  ),
  mailFrom: option(
    z.email({ error: 'must be an e-mail address' }).optional(),
    'ADDRESS',
    "The address that mail comes from; the default is noreply at the organization's host.",
  ),
  outboundAllow: option(
    z
      .string()
      .default('')
      .refine((text) => parseNetworks(text), 'must be networks such as 10.0.0.0/8, separated by commas'),
    'NETWORKS',
    'Networks that requests may go to which people and organizations aim (webhooks, previews), beside public addresses: such as 10.0.0.0/8,fd00::/8 for servers of your own.',
  ),
  secretKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A file with 32 random bytes in base64, by which this server encrypts what it keeps for others. Several processes need the same; otherwise one is made in the data directory.',
  ),
  backupEvery: option(
    z
      .string()
      .refine((text) => text === 'off' || parseInterval(text) !== undefined, {
        error: ({ input }) => `'${input}' is neither off nor a time such as 30min, 6h or 1d`,
      })
      .optional(),
    'TIME',
    'How often a running server makes a backup: 30min, 6h, 1d, or off. Without it every 6h with the embedded database, and never with a PostgreSQL server.',
  ),
  backupKeep: option(
    z
      .string()
      .default('7d,4w')
      .refine((text) => parseKeepRules(text), {
        error: ({ input }) => `'${input}' is no list such as 24h,7d,4w,12m`,
      }),
    'LIST',
    'Which backups stay: 7d,4w is the newest of each of 7 days and of each of 4 weeks, beside all of the last 24 hours. Units are h, d, w and m (30 days).',
  ),
  backupTo: option(
    z.string().min(1).optional(),
    'FOLDER|URL',
    'Where backups go: a folder, s3://BUCKET/FOLDER, or the https:// address of a bucket of another store, with the region and access key of the bucket for files. Without it into backups in the data directory.',
  ),
  backupKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A file with 32 random bytes in base64, with which backups are encrypted. Whoever loses it has no backups.',
  ),
  backupNice: option(
    whole(15, 0, 19),
    'N',
    'How far behind everything else on the machine backups are made and tried: from 0, not at all, to 19. On a machine that is never idle they take many times as long then.',
  ),
  organizationIdleMinutes: option(
    whole(10, 1, 10_000),
    'N',
    'How long an organization that nobody uses stays in memory.',
  ),
  mostAwakeOrganizations: option(
    whole(1_000, 1, 1_000_000),
    'N',
    'With more organizations in memory than this, those that nobody has used for a minute leave it, longest unused first.',
  ),
  keepEventsMinutes: option(minutes(10), 'N', 'How long events that every client has received stay in the log.'),
} satisfies Options
