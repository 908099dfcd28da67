import { z } from '#contract'
import { parseNetworks } from '#platform/outbound'

/** One option of the server: on the command line `--name`, in the environment `LOQUAT_NAME`. */
interface Option<S extends z.ZodType> {
  schema: S
  doc: string
  /** What to write for the value in help texts. */
  value: string
}

const option = <S extends z.ZodType>(schema: S, value: string, doc: string): Option<S> => ({ schema, value, doc })

/** A number in words that a person has typed: nothing else is one, like '0x10', '1e3' or ''. */
const number = (pattern: RegExp, least: number, most: number, kind: string) =>
  z
    .string()
    .refine((text) => pattern.test(text) && Number(text) >= least && Number(text) <= most, {
      error: ({ input }) => `'${input}' is not a ${kind} from ${least} to ${most}`,
    })
    .transform(Number)
const wholeNumber = (least: number, most: number) => number(/^\d{1,15}$/, least, most, 'whole number')
const whole = (fallback: number, least: number, most: number) => wholeNumber(least, most).default(fallback)
const count = (fallback: number, most = 1_000_000_000) => whole(fallback, 0, most)
/** So many that times stay within what a calendar knows. */
const days = (fallback: number) => count(fallback, 36_500)
const minutes = (fallback: number) => count(fallback, 5_000_000)
const timeout = (seconds: number, most = 60) =>
  number(/^\d{1,4}(\.\d{1,3})?$/, 0.001, most, 'number of seconds').default(seconds)

const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices, {
    error: ({ input }) => `'${input}' is none of ${choices.join(', ')}`,
  })
/** Values are not repeated in errors, because addresses hold passwords. */
const address = (protocol: RegExp, such: string) => z.url({ protocol, error: `must be an address like ${such}` })
const webAddress = () => address(/^https?$/, 'https://HOST')
/** The server's own address: paths are those of the API and its pages, so it has a host of its own. */
const isHost = (url: string) => {
  const { pathname, search, hash, username, password } = new URL(url)
  return pathname === '/' && !search && !hash && !username && !password && !/[?#]$/.test(url)
}

/** Every option, in the order of the documentation. */
export const options = {
  dataDir: option(z.string().min(1).default('data'), 'DIR', 'Folder for the embedded database and uploaded files.'),
  databaseUrl: option(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'must begin with postgres://')
      .optional(),
    'URL',
    'A PostgreSQL server (15 or newer) to use instead of the embedded database.',
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
  host: option(z.string().default('127.0.0.1'), 'ADDRESS', 'Address to listen on.'),
  port: option(count(9991, 65_535), 'PORT', 'Port to listen on; 0 picks a free one.'),
  url: option(
    webAddress()
      .refine(
        (url) => !URL.canParse(url) || isHost(url),
        'must be a host without a path: Loquat needs a host name of its own',
      )
      .optional(),
    'URL',
    'Where people reach this server, when that differs from host and port: a host without a path. Organizations with a subdomain live below its host.',
  ),
  rateLimits: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether requests are limited per user and per address.',
  ),
  webPublicChannels: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether organizations may let web-public channels be read without an account. Each decides for itself by enable_spectator_access, which is off at first.',
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
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Believe the addresses that a reverse proxy in front reports.',
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
  maxFileUploadMib: option(count(100, 1_000_000), 'N', 'Largest file that can be uploaded, in MiB.'),
  uploadQuotaMib: option(
    wholeNumber(1, 1_000_000_000).optional(),
    'N',
    'What all uploaded files of one organization may take together, in MiB; without it there is no limit.',
  ),
  keepUnusedUploadsDays: option(
    days(28),
    'N',
    'How long a file is kept that no message holds, or no longer any, in days.',
  ),
  keepDeletedMessagesDays: option(
    days(30),
    'N',
    'How long a deleted message can be brought back by the command line, in days.',
  ),
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
  oidcIssuer: option(webAddress().optional(), 'URL', 'An OpenID Connect provider to sign in with, by its issuer.'),
  oidcClientId: option(z.string().optional(), 'ID', 'What this server is called at that provider.'),
  oidcClientSecret: option(
    z.string().optional(),
    'SECRET',
    'The secret that goes with it; best given in the environment.',
  ),
  oidcClientSecretFile: option(z.string().optional(), 'FILE', 'A file that holds the secret, instead.'),
  oidcName: option(z.string().default('sso'), 'NAME', 'Machine name of the provider, part of its addresses.'),
  oidcDisplayName: option(z.string().default('Single sign-on'), 'TEXT', 'What people know the provider as.'),
  oidcIcon: option(z.string().optional(), 'FILE', 'A small PNG, JPEG, GIF or WebP picture for the button.'),
  oidcScopes: option(z.string().default('openid email profile'), 'LIST', 'Scopes to ask for, with spaces between.'),
  oidcTrustEmail: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    "Believe the provider's e-mail addresses although it does not say that they are verified.",
  ),
  oidcTimeoutSeconds: option(timeout(10), 'N', 'How long the provider may take for an answer.'),
  oidcFile: option(z.string().optional(), 'FILE', 'Further providers: a JSON file, described in docs/sign-in.md.'),
  outboundAllow: option(
    z
      .string()
      .default('')
      .refine((text) => parseNetworks(text), 'must be networks such as 10.0.0.0/8, separated by commas'),
    'NETWORKS',
    'Networks that requests may go to which people and organizations aim (webhooks, previews), beside public addresses: such as 10.0.0.0/8,fd00::/8 for servers of your own.',
  ),
  pushRelayUrl: option(
    webAddress().optional(),
    'URL',
    'The relay that takes notifications for mobile apps; without one, apps are told of nothing. Browsers need none.',
  ),
  pushRelayOrgId: option(z.string().optional(), 'ID', 'What this server is called at the push relay.'),
  pushRelayKey: option(z.string().optional(), 'SECRET', 'The secret that goes with it; best given in the environment.'),
  webPushContact: option(
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:ADDRESS or an https address')
      .optional(),
    'URL',
    'Whom push services of browsers may ask about this server: mailto:ADDRESS or an https address. The default is the address of --mail-from or of the server.',
  ),
  webPushKey: option(
    z
      .string()
      .regex(/^[\w-]{43}$/, 'must be a private key of 32 bytes, in base64 for addresses')
      .optional(),
    'SECRET',
    'The private key by which push services of browsers know this server; best given in the environment. Several processes need it; otherwise a key is made and kept in the data directory.',
  ),
  webhookTimeoutSeconds: option(timeout(10), 'N', 'How long an outgoing webhook may take for its answer.'),
  proxyExternalPictures: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether pictures of other servers that messages link to are passed on by this one, so that those servers do not learn who reads them.',
  ),
  secretKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A file with 32 random bytes in base64, by which this server encrypts what it keeps for others. Several processes need the same; otherwise one is made in the data directory.',
  ),
  jitsiServerUrl: option(
    z.union([z.literal('none'), webAddress()]).default('https://meet.jit.si'),
    'URL',
    'The Jitsi server for calls of organizations that name none of their own; none for no such server.',
  ),
  meetingProvider: option(
    oneOf(['zoom', 'webex', 'custom']).optional(),
    'NAME',
    'The service that makes meetings for people who allow it: zoom, webex, or custom with the addresses below. See docs/meeting-links.md.',
  ),
  meetingProviderName: option(z.string().min(1).max(60).optional(), 'TEXT', 'What people know that service as.'),
  meetingClientId: option(z.string().optional(), 'ID', 'What this server is called at that service.'),
  meetingClientSecret: option(
    z.string().optional(),
    'SECRET',
    'The secret that goes with it; best given in the environment.',
  ),
  meetingClientSecretFile: option(z.string().optional(), 'FILE', 'A file that holds the secret, instead.'),
  meetingAuthorizeUrl: option(z.string().optional(), 'URL', 'Where people allow this server to make meetings.'),
  meetingTokenUrl: option(z.string().optional(), 'URL', 'Where this server gets tokens.'),
  meetingCreateUrl: option(z.string().optional(), 'URL', 'Where this server makes meetings.'),
  meetingScopes: option(z.string().optional(), 'LIST', 'Scopes to ask for, with spaces between.'),
  meetingClientAuth: option(
    oneOf(['basic', 'post']).optional(),
    'basic|post',
    'Whether this server shows its secret in a header or in the body.',
  ),
  meetingLinkField: option(
    z.string().min(1).optional(),
    'NAME',
    "The field of the service's answer that holds the address of a meeting.",
  ),
  meetingTimeoutSeconds: option(timeout(10), 'N', 'How long that service may take for an answer.'),
  bigBlueButtonUrl: option(
    webAddress().optional(),
    'URL',
    'A BigBlueButton server for calls, as `bbb-conf --secret` prints it: https://HOST/bigbluebutton/.',
  ),
  bigBlueButtonSecret: option(z.string().optional(), 'SECRET', 'Its shared secret; best given in the environment.'),
  nextcloudUrl: option(
    webAddress().optional(),
    'URL',
    'A Nextcloud server with Talk for calls: its address as browsers open it.',
  ),
  nextcloudUser: option(z.string().optional(), 'NAME', 'The account there in whose name conversations are made.'),
  nextcloudPassword: option(
    z.string().optional(),
    'SECRET',
    'An app password of that account; best given in the environment.',
  ),
  jwtKeysFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Keys with which other programs vouch for people, by subdomain: a JSON file, described in docs/sign-in.md.',
  ),
  lateDeliveryMinutes: option(
    minutes(10),
    'N',
    'How late a scheduled message may still be sent, when the server was down at its time; after that it has failed.',
  ),
  keepEventsMinutes: option(minutes(10), 'N', 'How long events that every client has received stay in the log.'),
} satisfies Record<string, Option<z.ZodType>>

export type Config = { [K in keyof typeof options]: z.output<(typeof options)[K]['schema']> }
export type OptionName = keyof typeof options

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const flagOf = (name: string): string => `--${words(name)}`
export const variableOf = (name: string): string => `LOQUAT_${words(name).replaceAll('-', '_').toUpperCase()}`

/** An option's value that cannot be used; the message names the option. */
export class ConfigError extends Error {}

/** Flags win over the environment, which wins over the defaults. */
export function readConfig(flags: Partial<Record<string, string>>, environment: NodeJS.ProcessEnv): Config {
  const config: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(options)) {
    const value = flags[name] ?? environment[variableOf(name)]
    const parsed = (schema as z.ZodType).safeParse(value === '' ? undefined : value)
    if (!parsed.success) throw new ConfigError(`${flagOf(name)}: ${parsed.error.issues[0]?.message}`)
    config[name] = parsed.data
  }
  return config as Config
}
