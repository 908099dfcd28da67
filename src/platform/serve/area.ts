import type { ApiError, Endpoint, EventKind, UserId } from '#contract'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db'
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

/** Work that the process repeats while it runs, in each organization that is in memory. */
export interface Repeated {
  readonly name: string
  readonly everySecs: number
  /** What takes long asks `goesOn` between its steps: not where the server stops, nor with news that another process takes. */
  run(org: Organization, server: Server, goesOn: () => boolean): Promise<void>
  /**
   * When it is next to be done in an organization that leaves memory: it is loaded for that. Null, as without this, for
   * not before somebody uses it.
   */
  wakes?(org: Organization, server: Server): Promise<Date | null>
  /** The same for what is done within a day after that time. */
  ages?(org: Organization, server: Server): Promise<Date | null>
  /** It runs only where something was written since it last did, and now and then. */
  readonly onNews?: true
  /** It runs once more when an organization leaves memory, as all do when the process stops: what is to be done is stored. */
  readonly atStop?: true
}

/** Events that the metrics count as this process writes them. */
interface Counted {
  readonly event: EventKind
  /** In the notation of Prometheus: `loquat_messages_sent_total`. */
  readonly metric: string
  /** What it counts, for whoever reads the metrics. */
  readonly help: string
}

/** A call whose endpoint is declared as `audited`. */
export interface AuditedCall {
  readonly endpoint: Endpoint
  /** What was given, by the declared names. */
  readonly params: Readonly<Record<string, unknown>>
  /** From where, and by which program. */
  readonly address: string
  readonly client: string
}

/** What is counted while the server runs, by what it was. */
interface Tally {
  /** In the notation of Prometheus; its label is `outcome`. */
  readonly metric: string
  readonly help: string
  read(server: Measured): ReadonlyMap<string, number>
}

/** What goes up and down. */
interface Level {
  readonly metric: string
  readonly help: string
  read(server: Measured): number
}

/** The server, with what it has in memory of its database. */
interface Measured extends Server {
  readonly db: Database
}

/** The server, for what comes to it by other ways than HTTP. */
export interface Host extends Server {
  /** By the name of a host; undefined where there is none. A name that is no organization's leads to the one at the root. */
  organizationAt(host: string): Promise<Organization | undefined>
}

/** What listens beside HTTP. */
export interface Listener {
  /** Takes nothing any more; resolves when what is under way has ended. */
  close(): Promise<void>
}

/** A module's exports, by their names. */
type Declarations = Readonly<Record<string, unknown>>

/** One feature: a folder below `areas/`, joined to the platform by one line of `app.ts`. */
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
  /** Listens at a place of its own while the server runs, where the configuration says so. Throws ConfigError. */
  readonly listen?: (host: Host) => Promise<Listener | undefined>
  /** Throws ConfigError for options that it cannot use: found out when the server starts. */
  readonly checkConfig?: (config: Config) => void
  /** Where it takes part in what earlier areas do. */
  readonly hookHandlers?: readonly HookHandler[]
  /** The modules that declare its endpoints, by whose exports these are named in the API reference. */
  readonly api?: readonly Declarations[]
  /** At most one area answers each of these. */
  readonly viewerOf?: (org: Organization, userId: UserId) => Viewer | undefined
  /** The language that an organization has chosen. */
  readonly languageOf?: (org: Organization) => Language
  /** What a refusal says in a language. */
  readonly errorText?: (language: Language, error: ApiError) => string
  /** Who asks without an account; undefined where the organization does not let anybody. */
  readonly spectator?: (org: Organization) => Viewer | undefined
  /** The address of an organization that has moved to another server: pages lead there. */
  readonly elsewhere?: (org: Organization) => string | null
  /** The id of the account that a key belongs to, when the name fits; null where there is only the key. */
  readonly authenticate?: (org: Organization, name: string | null, apiKey: string) => UserId
  /** The token that a secret is; undefined for what is no token at all. Throws for one that is good for nothing. */
  readonly accessToken?: (org: Organization, name: string | null, secret: string) => TokenInUse | undefined
  /** The session that a browser's cookie stands for; undefined for none. */
  readonly session?: (org: Organization, token: string) => SignedIn | undefined
  /** Keeps what a call has changed, in the act that changed it. */
  readonly audit?: (mutation: Mutation, call: AuditedCall) => Promise<void>
  /** Keeps what a program has changed by an access token, in the act that changed it. */
  readonly agentActed?: (mutation: Mutation, endpoint: Endpoint) => Promise<void>
  /** Before a call with an access token: throws {@link HeldBack} where it has to wait for somebody. */
  readonly agentCalls?: (org: Organization, endpoint: Endpoint) => void
  /** Keeps a call that was held back until somebody has decided; answers what the program is told. */
  readonly holdBack?: (org: Organization, call: HeldCall, held: HeldBack) => Promise<ApiError>
  /** Hears of a call of a `webhook` endpoint that was refused after it was known by whom it is. */
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
