interface LogEvent {
  /** `varies`: the code chooses, see {@link Log.event}. */
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'varies'
  /** The `msg` of the line; `text` if the event brings its own. */
  readonly message: string
  readonly fields: readonly string[]
  /** For docs/logs.md. */
  readonly doc: string
}

/** Everything the server logs. docs/logs.md lists it; a test compares them. */
export const logEvents = {
  'server.started': {
    level: 'info',
    message: 'server started',
    fields: ['version', 'node', 'database', 'dataDir', 'listening', 'url', 'migrations'],
    doc: 'The server accepts requests. `database` is `embedded` or the host of the PostgreSQL server; `migrations` is the number applied by this start.',
  },
  'server.stopping': {
    level: 'info',
    message: 'server stopping',
    fields: [],
    doc: 'A signal arrived; requests in progress are finished.',
  },
  'server.stopped': { level: 'info', message: 'server stopped', fields: [], doc: 'Everything is saved and closed.' },
  'database.upgraded': {
    level: 'info',
    message: 'text',
    fields: ['migrations', 'backup', 'dataDir', 'keyFile'],
    doc: 'A start applied migrations: which ones, how long each took, and how to go back. Two lines.',
  },
  'configuration.reloaded': {
    level: 'info',
    message: 'configuration reloaded',
    fields: ['changed', 'needs_restart'],
    doc: 'A running server applied changed options, after SIGHUP or `loquat reload`.',
  },
  'configuration.restart_needed': {
    level: 'warn',
    message: 'changed options need a restart',
    fields: ['options'],
    doc: 'Some changed options only take effect after a restart.',
  },
  'configuration.refused': {
    level: 'error',
    message: 'configuration not reloaded: nothing was changed',
    fields: ['err'],
    doc: 'The new configuration is invalid, so the server keeps the one it has.',
  },
  'tracing.failed': {
    level: 'warn',
    message: 'traces not sent',
    fields: ['err'],
    doc: 'Spans that the OpenTelemetry collector rejects, or doesn’t respond to, are dropped.',
  },
  'backup.made': {
    level: 'info',
    message: 'backup made',
    fields: ['name', 'bytes', 'ms', 'checked'],
    doc: 'A backup is complete. `checked` says whether it was restored for a test.',
  },
  'backup.failed': {
    level: 'error',
    message: 'backup failed',
    fields: ['err'],
    doc: 'A backup couldn’t be made or restored. It’s tried again within 30 minutes.',
  },
  'command.finished': {
    level: 'info',
    message: 'command finished',
    fields: ['command', 'ms'],
    doc: 'A command of `loquat` was run by this server: imports, exports, new organizations, changes of users.',
  },
  'command.failed': {
    level: 'varies',
    message: 'command failed',
    fields: ['command', 'err'],
    doc: 'The same, but it failed: `info` if it was refused, for example because an address is taken, `error` for a bug.',
  },
  'mail.sent': {
    level: 'info',
    message: 'mail handed over',
    fields: ['mail', 'organization', 'attempts', 'ms'],
    doc: 'The mail server accepted an email. `mail` is its number in the outbox; addresses and subjects aren’t logged.',
  },
  'mail.failed': {
    level: 'warn',
    message: 'mail not handed over',
    fields: ['mail', 'organization', 'attempts', 'givenUp', 'err'],
    doc: 'The mail server didn’t accept an email. With `givenUp: true`, it isn’t tried again.',
  },
  'sign_in.succeeded': {
    level: 'info',
    message: 'signed in',
    fields: ['address', 'organization', 'user', 'account'],
    doc: 'A user signed in, by any method. `user` is the ID, `account` the email address, `address` the client’s.',
  },
  'sign_in.refused': {
    level: 'warn',
    message: 'sign-in refused',
    fields: ['address', 'organization', 'method', 'reason', 'user', 'account'],
    doc: 'A sign-in failed. `method` is `password`, `second factor`, `passkey`, `link`, or `provider`; `reason` the code of the error. `account` is what was entered, if it’s an email address. [fail2ban](#block-addresses-with-fail2ban) uses this event.',
  },
  'call.started': {
    level: 'info',
    message: 'call started',
    fields: ['organization', 'call', 'user'],
    doc: 'A call began. `user` is the ID of the person who started it; its conversation isn’t logged.',
  },
  'call.ended': {
    level: 'info',
    message: 'call ended',
    fields: ['organization', 'call', 'outcome', 'seconds', 'people'],
    doc: 'A call ended. `outcome` is `answered` if two or more people took part, `missed` for a direct call that no one answered, or `alone` for a call in a channel that no one joined.',
  },
  'call.session_lost': {
    level: 'warn',
    message: 'call session lost',
    fields: ['organization', 'call', 'user'],
    doc: 'A browser in a call didn’t report for 30 seconds, and was removed from the call.',
  },
  'call.livekit_failed': {
    level: 'warn',
    message: 'LiveKit request failed',
    fields: ['organization', 'call', 'reason'],
    doc: 'A request to the LiveKit server to remove people from a call’s room, or to delete the room, failed. It’s retried.',
  },
  request: {
    level: 'varies',
    message: 'request',
    fields: ['method', 'path', 'status', 'ms', 'address', 'user', 'token'],
    doc: '`error` for status 500 and above, `warn` if it took longer than `--slow-request-ms`, `info` for changes and refusals, `debug` for reads. `path` is the pattern of the endpoint, or, for a 404, the path without the query and anything that looks like a secret. `token` is the ID of an access token.',
  },
  'request.failed': {
    level: 'error',
    message: 'request failed',
    fields: ['err'],
    doc: 'A bug, with its stack trace. The `request` line with the same `reqId` says what was called.',
  },
  'request.warning': {
    level: 'warn',
    message: 'text',
    fields: [],
    doc: 'Something outside the server went wrong during a request, such as an identity provider’s answer.',
  },
  'request.forwarding_failed': {
    level: 'error',
    message: 'forwarded request failed',
    fields: ['err'],
    doc: 'A request couldn’t be forwarded to the process that writes for its organization.',
  },
  'user.limited': {
    level: 'warn',
    message: 'user rate-limited: too much processing time',
    fields: ['user', 'endpoint', 'seconds'],
    doc: 'A user exceeded `--user-work-seconds-per-minute`.',
  },
  'clients.turned_away': {
    level: 'warn',
    message: 'too many clients are connecting at once; asking them to retry later',
    fields: [],
    doc: 'More clients are starting than this machine can handle, for example after a restart.',
  },
  'certificate.reloaded': {
    level: 'info',
    message: 'certificate reloaded',
    fields: ['validTo'],
    doc: 'The file of `--tls-cert` changed, and the new certificate is in use.',
  },
  'certificate.unusable': {
    level: 'error',
    message: "can't use the new certificate; keeping the old one",
    fields: ['err'],
    doc: 'The file changed, but can’t be used.',
  },
  notice: {
    level: 'warn',
    message: 'text',
    fields: [],
    doc: 'Something needs the operator’s attention: a full disk, a deprecated option, mail that’s written to files.',
  },
  'work.failed': {
    level: 'error',
    message: 'text',
    fields: ['err'],
    doc: 'Background work failed; it’s tried again. `msg` names it.',
  },
} as const satisfies Readonly<Record<string, LogEvent>>

type Events = typeof logEvents
export type LogEventName = keyof Events
/** The declared fields of an event; a missing one isn't written. */
export type FieldsOf<N extends LogEventName> = { readonly [F in Events[N]['fields'][number]]?: unknown }
