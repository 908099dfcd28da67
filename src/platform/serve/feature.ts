import type { ApiError, Endpoint, EventKind, UserId } from '#contract'
import type { Config } from '#platform/config'
import type { Database, Tx } from '#platform/db'
import type { QueueFilter, QueueOptions, Spans } from '#platform/events'
import type { Language } from '#platform/languages'
import type { Cache, KeyedCache, Mutation, Organization } from '#platform/organization'
import type { DueWork } from '#platform/timer'
import type { Viewer } from '#platform/viewer'
import type { Exchange } from './exchange.ts'
import type { HeldBack, HeldCall } from './held-call.ts'
import type { HookHandler } from './hook.ts'
import type { Initial } from './initial.ts'
import type { Page } from './page.ts'
import type { SignedIn, TokenInUse } from './request.ts'
import type { Route } from './route.ts'
import type { Server } from './server.ts'
import type { ViewOf } from './view.ts'

/** Work that's repeated in each loaded organization while the process runs. */
export interface Repeated {
  readonly name: string
  readonly everySecs: number
  /** Long work checks `goesOn` between steps: it's false when the server stops, or when another process takes over. */
  run(org: Organization, server: Server, goesOn: () => boolean): Promise<void>
  /**
   * When to do it next in an organization that's being evicted, which is loaded again for it. Null or absent: when the
   * organization is next used.
   */
  wakes?(org: Organization, server: Server): Promise<Date | null>
  /** The same, with a precision of a day. */
  ages?(org: Organization, server: Server): Promise<Date | null>
  /** Runs only if something was written since the last run, and occasionally. */
  readonly onNews?: true
  /** Also runs when an organization is evicted, which includes the stop of the process, to store pending changes. */
  readonly atStop?: true
}

/** Events of this process that are counted in the metrics. */
interface Counted {
  readonly event: EventKind
  /** A Prometheus metric name: `loquat_messages_sent_total`. */
  readonly metric: string
  /** The metric's description. */
  readonly help: string
}

/** A call of an endpoint declared as `audited`. */
export interface AuditedCall {
  readonly endpoint: Endpoint
  /** By declared name. */
  readonly params: Readonly<Record<string, unknown>>
  /** The client's address and program. */
  readonly address: string
  readonly client: string
}

/** A counter by outcome. */
interface Tally {
  /** A Prometheus metric name; its label is `outcome`. */
  readonly metric: string
  readonly help: string
  read(server: Measured): ReadonlyMap<string, number>
}

/** A gauge. */
interface Level {
  readonly metric: string
  readonly help: string
  read(server: Measured): number
}

/** A gauge that's read from the database, every five minutes at most. */
export interface Measurement {
  readonly metric: string
  readonly help: string
  /** The name of its label; absent if there's one value, under any key. */
  readonly label?: string
  /** More often, for something that changes fast and takes little to count. */
  readonly everySecs?: number
  read(tx: Tx, now: Date): Promise<ReadonlyMap<string, number>>
}

/** A counter that the feature increases with `outcomes.add`, by outcome. */
interface OutcomeCounter {
  readonly metric: string
  /** The name of its label; by default `outcome`. */
  readonly label?: string
  readonly help: string
}

/** A histogram of times that the feature measures with `durations.observe`, in seconds. */
interface DurationHistogram {
  readonly metric: string
  readonly help: string
  /** Ascending, in seconds. */
  readonly buckets: readonly number[]
}

/** The server with its in-memory state. */
interface Measured extends Server {
  readonly db: Database
}

/** The server for listeners other than HTTP. */
export interface Host extends Server {
  /** The organization at a host name, by default the root's; undefined if there's none. */
  organizationAt(host: string): Promise<Organization | undefined>
}

/** A listener other than HTTP. */
export interface Listener {
  /** Stops accepting work; resolves when running work is done. */
  close(): Promise<void>
}

/** A module's exports by name. */
type Declarations = Readonly<Record<string, unknown>>

/** One feature: a folder in `features/` and one line in `app.ts`. */
export interface Feature {
  readonly name: string
  readonly routes?: readonly Route[]
  readonly pages?: readonly Page[]
  readonly exchanges?: readonly Exchange[]
  readonly state?: readonly Initial[]
  readonly caches?: readonly Cache[]
  readonly keyedCaches?: readonly KeyedCache[]
  readonly views?: readonly ViewOf[]
  readonly repeated?: readonly Repeated[]
  readonly due?: readonly DueWork[]
  readonly counted?: readonly Counted[]
  readonly tallies?: readonly Tally[]
  readonly levels?: readonly Level[]
  readonly measurements?: readonly Measurement[]
  readonly outcomes?: readonly OutcomeCounter[]
  readonly durations?: readonly DurationHistogram[]
  /** Starts a listener while the server runs, if configured. Throws ConfigError. */
  readonly listen?: (host: Host) => Promise<Listener | undefined>
  /** Throws ConfigError for invalid options when the server starts. */
  readonly checkConfig?: (config: Config) => void
  /** Its handlers of earlier features' hooks. */
  readonly hookHandlers?: readonly HookHandler[]
  /** The modules that declare its endpoints; their export names are the operation IDs in the API reference. */
  readonly api?: readonly Declarations[]
  /** At most one feature provides each of the following. */
  readonly viewerOf?: (org: Organization, userId: UserId) => Viewer | undefined
  /** The organization's language. */
  readonly languageOf?: (org: Organization) => Language
  /** An error's message in a language. */
  readonly errorText?: (language: Language, error: ApiError) => string
  /** The viewer for callers without an account; undefined if the organization doesn't allow them. */
  readonly spectator?: (org: Organization) => Viewer | undefined
  /** The URL of an organization that moved to another server; pages redirect there. */
  readonly elsewhere?: (org: Organization) => string | null
  /** The account with an API key, if the name matches; the name is null if only a key was given. */
  readonly authenticate?: (org: Organization, name: string | null, apiKey: string) => UserId
  /** The access token for a secret; undefined if it isn't a token. Throws for expired or revoked ones. */
  readonly accessToken?: (org: Organization, name: string | null, secret: string) => TokenInUse | undefined
  /** The session for a browser's cookie, or undefined. */
  readonly session?: (org: Organization, token: string) => SignedIn | undefined
  /** Writes the audit log entry in the same transaction as the change. */
  readonly audit?: (mutation: Mutation, call: AuditedCall) => Promise<void>
  /** Records an agent's change in the same transaction. */
  readonly agentChanged?: (mutation: Mutation, endpoint: Endpoint) => Promise<void>
  /** Runs before a call with an access token; throws {@link HeldBack} if the call needs approval. */
  readonly agentCalls?: (org: Organization, endpoint: Endpoint) => void
  /** Stores a call that needs approval; returns the response for the agent. */
  readonly holdBack?: (org: Organization, call: HeldCall, held: HeldBack) => Promise<ApiError>
  /** Runs when a `webhook` call from a known bot is refused. */
  readonly webhookRefused?: (
    org: Organization,
    botId: UserId,
    error: unknown,
    durationMs: number,
    endpoint: Endpoint,
    path: ReadonlyMap<string, string>,
  ) => Promise<void>
  readonly queueFilter?: (org: Organization, userId: UserId | null, options: QueueOptions) => QueueFilter | null
  readonly spans?: KeyedCache<Spans>
}
