import type { Readable } from 'node:stream'
import {
  type Endpoint,
  type EventKind,
  eventName,
  type KeyState,
  type ParamsOf,
  type ResultOf,
  type Shape,
  type State,
} from '#contract'
import type { BlobStore, ByteRange } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Payer, Tx } from '#platform/db'
import type { ClientView, Closing, QueueFilter, QueueOptions, Spans, View } from '#platform/events'
import type { Act, KeyedMirror, Mirror, Organization } from '#platform/organization'
import type { Outbound } from '#platform/outbound'
import type { Alarm, DueWork } from '#platform/timer'
import type { Viewer } from '#platform/viewer'

/** A file that a request brought, kept in a temporary place until the request ends. */
export interface UploadedFile {
  readonly filename: string
  readonly mimeType: string
  readonly path: string
  readonly size: number
}

/** What a handler knows of its request: who asks, of which organization, and the two ways to the database. */
export interface Context {
  readonly org: Organization
  readonly viewer: Viewer
  /** The name of the calling program, for `client` fields. */
  readonly client: string
  readonly server: Server
  readonly request: RequestInfo
  /** Who pays for what is asked of the database past `read`, `write` and `fetch`. */
  readonly payer: Payer | undefined
  /** One consistent view of the database. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A change of the organization, with the events that tell of it. */
  write<T>(work: (act: Act) => Promise<T>): Promise<T>
  get<T>(mirror: Mirror<T>): T
  fetch<V>(mirror: KeyedMirror<V>, key: number): Promise<V>
}

/** The context of an endpoint that needs no account. */
export interface OpenContext extends Omit<Context, 'org' | 'viewer'> {
  /** Undefined at the root of a server whose organizations all have subdomains. */
  readonly org: Organization
  readonly maybeOrg: Organization | undefined
  readonly maybeViewer: Viewer | undefined
}

/** A browser that is signed in. */
export interface SignedIn {
  readonly id: number
  readonly userId: number
  /** Becomes true when the session ends, also while a request waits. */
  readonly hasEnded: boolean
}

export interface RequestInfo {
  readonly id: string
  /** By what the caller is known, where that is not an API key. */
  readonly session: SignedIn | undefined
  readonly address: string
  readonly userAgent: string
  readonly files: readonly UploadedFile[]
  /** Checks a password; throws when too many were wrong for this account, tried from this address. */
  tryPassword(account: string, check: () => Promise<boolean>): Promise<boolean>
  /** The connection, for answers that may have to wait. */
  readonly closed: Closing
  readonly cookies: ReadonlyMap<string, string>
  /** A line in the log, for whoever runs the server: something outside does not do its part. Never with a secret. */
  warn(text: string): void
}

/** The server as areas see it. */
export interface Server {
  readonly config: Config
  /** Files beside the database. */
  readonly blobs: BlobStore
  /** The one way to addresses that people and organizations name. */
  readonly outbound: Outbound
  readonly generation: number
  /** Where the organization is reached, without a slash at the end. */
  organizationUrl(subdomain: string): string
  readonly rootUrl: string
  /** Every part of the register response, in the order of the areas. */
  readonly initials: readonly Initial[]
  /** Rings when a row of an area's `due` work is due. */
  readonly timer: Alarm
  now(): Date
  /** A line in the log, for whoever runs the server. */
  notice(text: string): void
  /** The process is about to end: whatever takes long and can go on after the next start ends. */
  readonly isStopping: boolean
}

/** A reply whose JSON fields are written already: `"a":1,"b":2`. */
export class JsonFields {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value of the register response that is written already as JSON. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer that is no JSON, for callers of somebody else's protocol. */
export class PlainText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Handler<C, P, R> = (ctx: C, params: P) => Promise<R | JsonFields | PlainText> | R | JsonFields | PlainText
// a declaration without result fields is answered by anything
type Reply<R extends Shape> = [keyof R] extends [never] ? unknown : ResultOf<R>

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler<Context & OpenContext, Record<string, unknown>, unknown>
  /** Asked more than all others, and answered without the router where it can be: see src/platform/http/direct.ts. */
  readonly direct?: boolean
  /** Called so often that a success is nothing to log, though it changes something. */
  readonly quiet?: boolean
}

/** Binds an endpoint to the code that answers it. */
export function serve<P extends Shape, R extends Shape>(
  endpoint: Endpoint<P, R>,
  handler: Handler<Context, ParamsOf<P>, Reply<R>>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handler: handler as unknown as Route['handler'] }
}

/** The same for an endpoint whose caller is `anyone`. */
export function serveAnyone<P extends Shape, R extends Shape>(
  endpoint: Endpoint<P, R>,
  handler: Handler<OpenContext, ParamsOf<P>, Reply<R>>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handler: handler as unknown as Route['handler'] }
}

/** The same route, whose successes are nothing to log. */
export const quiet = (route: Route): Route => ({ ...route, quiet: true })

/** A file as a page answers with it; the http layer sees to ranges, caching and what browsers may do with it. */
export interface ServedFile {
  readonly type: string
  readonly size: number
  /** What it is called when somebody keeps it. */
  readonly name: string
  /** Names this very content; letters and digits. */
  readonly version: string
  readonly maxAgeSecs: number
  /** Whether shared caches may keep it; else only the reader's own. */
  readonly isPublic?: boolean
  /** A download even where a browser could show it. */
  readonly download?: boolean
  stream(range?: ByteRange): Promise<Readable>
}

/** What a page leaves in the browser, for this host, out of reach of scripts; an age of 0 takes it away. */
export interface Cookie {
  readonly name: string
  /** Letters, digits, `-`, `_` and `.`. */
  readonly value: string
  readonly maxAgeSecs: number
}

/** Sends the reader elsewhere. */
export class Redirect {
  readonly to: string
  readonly cookies: readonly Cookie[]
  constructor(to: string, cookies: readonly Cookie[] = []) {
    this.to = to
    this.cookies = cookies
  }
}

/** A page for people, without scripts: made by the `html` template of `src/platform/http/html.ts`. */
export class HtmlPage {
  readonly text: string
  readonly status: number
  readonly cookies: readonly Cookie[]
  constructor(text: string, status = 200, cookies: readonly Cookie[] = []) {
    this.text = text
    this.status = status
    this.cookies = cookies
  }
}
export type PageAnswer = ServedFile | Redirect | HtmlPage

/** Answers a form that was sent to a page's own address. */
export type FormHandler = (
  ctx: OpenContext,
  params: Readonly<Record<string, string>>,
  form: ReadonlyMap<string, string>,
) => Promise<PageAnswer> | PageAnswer

type PageHandler<C> = (
  ctx: C,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) => Promise<PageAnswer> | PageAnswer

/** `either` takes whoever says who it is, and whoever does not say; `spectator` is that of an endpoint. */
type PageCaller = 'user' | 'anyone' | 'either' | 'spectator'

/** What browsers and clients fetch by its address, beside the API, with the same credentials. */
export interface Page {
  /** From the root, in the router's notation: `/avatar/:user_id`; the rest of a path is the value named `*`. */
  readonly path: string
  readonly caller: PageCaller
  readonly handler: PageHandler<Context & OpenContext>
  /** A form on the page is sent to the page's own address. */
  readonly submit?: FormHandler
}

export const page = (path: string, handler: PageHandler<Context>): Page => ({ path, caller: 'user', handler })
/** The same for whoever asks. */
export const pageForAnyone = (path: string, handler: PageHandler<OpenContext>): Page => ({
  path,
  caller: 'anyone',
  handler: handler as Page['handler'],
})

/** The same for whoever asks, with a viewer where credentials came with the request. */
export const pageForEither = (path: string, handler: PageHandler<OpenContext>): Page => ({
  ...pageForAnyone(path, handler),
  caller: 'either',
})

/** The same for people, and for whoever asks where web-public channels can be read without an account. */
export const pageForSpectators = (path: string, handler: PageHandler<Context>): Page => ({
  ...page(path, handler),
  caller: 'spectator',
})

/**
 * A page with a form. Nobody is signed in on it: what allows the change is in the address or in the form itself. Forms
 * that another site's page sends are refused, so that nobody is signed in as somebody else without noticing.
 */
export const formForAnyone = (path: string, handler: PageHandler<OpenContext>, submit: FormHandler): Page => ({
  ...pageForAnyone(path, handler),
  submit,
})

/** What an area's part of `POST /register` is computed from. */
export interface RegisterContext {
  readonly org: Organization
  readonly server: Server
  readonly viewer: Viewer
  readonly client: ClientView
  readonly includeSubscribers: 'true' | 'false' | 'partial'
  readonly presenceHistoryDays: number
  get<T>(mirror: Mirror<T>): T
}

export interface Initial {
  readonly state: Pick<State, 'fetch' | 'schema' | 'reducers'>
  /** Left out where a client fetches everything: only those want it who name it. */
  readonly onlyWhenNamed?: true
  load(tx: Tx, viewer: Viewer, ctx: RegisterContext): Promise<object> | object
}

/** Binds one key of the register response to its value. */
export function initial<V>(
  state: KeyState<V>,
  load: (tx: Tx, viewer: Viewer, ctx: RegisterContext) => Promise<V> | V,
): Initial {
  return { state, load: async (tx, viewer, ctx) => ({ [state.key]: await load(tx, viewer, ctx) }) }
}

/** Binds several keys, computed together. */
export function initials<T extends object>(
  state: State<T>,
  load: (tx: Tx, viewer: Viewer, ctx: RegisterContext) => Promise<T> | T,
): Initial {
  return { state: state as unknown as Initial['state'], load }
}

/** How events of some kinds look to a client; events without a view are sent as they are. */
interface ViewOf {
  readonly names: readonly string[]
  readonly view: View
}

/** Declares how events of these kinds look to a client. */
export const view = <K extends EventKind>(kinds: K | readonly K[], show: View<K>): ViewOf => ({
  names: [kinds].flat().map(eventName),
  // what was kept is what was emitted
  view: show as View,
})

/** Work that the process repeats while it runs. */
export interface Repeated {
  readonly name: string
  readonly everySecs: number
  run(org: Organization, server: Server): Promise<void>
  /** Whether it runs once more when the process stops. */
  readonly atStop?: true
}

/** A module's exports, by their names. */
type Declarations = Readonly<Record<string, unknown>>

/** One feature: a folder below `areas/`, joined to the platform by one line of `app.ts`. */
export interface Area {
  readonly name: string
  readonly routes?: readonly Route[]
  readonly pages?: readonly Page[]
  readonly state?: readonly Initial[]
  readonly mirrors?: readonly Mirror[]
  readonly keyedMirrors?: readonly KeyedMirror[]
  readonly views?: readonly ViewOf[]
  readonly repeated?: readonly Repeated[]
  readonly due?: readonly DueWork[]
  /** Where it takes part in what earlier areas do. */
  readonly taps?: readonly Tap[]
  /** The modules that declare its endpoints, by whose exports these are named in the API reference. */
  readonly api?: readonly Declarations[]
  /** At most one area answers each of these. */
  readonly viewerOf?: (org: Organization, userId: number) => Viewer | undefined
  /** The id of the account that a key belongs to, when the name fits; null where there is only the key. */
  /** Who asks without an account; undefined where the organization does not let anybody. */
  readonly spectator?: (org: Organization) => Viewer | undefined
  readonly authenticate?: (org: Organization, name: string | null, apiKey: string) => number
  /** The session that a browser's cookie stands for; undefined for none. */
  readonly session?: (org: Organization, token: string) => SignedIn | undefined
  readonly queueFilter?: (org: Organization, userId: number | null, options: QueueOptions) => QueueFilter | null
  readonly spans?: KeyedMirror<Spans>
}

/** That an area takes part in something; it does so once connected. */
export interface Tap {
  /** Connecting what is connected changes nothing. The answer ends it, for tests. */
  connect(): () => void
}

/** A point where later areas take part in an earlier area's action, in the same transaction. */
export interface Hook<A extends unknown[]> {
  (act: Act, ...args: A): Promise<void>
  /** Declares that an area takes part, for its `taps`. */
  tap(listener: (act: Act, ...args: A) => Promise<void>): Tap
}

export function hook<A extends unknown[]>(): Hook<A> {
  const { listeners, tap } = tappable<(act: Act, ...args: A) => Promise<void>>()
  const run = async (act: Act, ...args: A) => {
    for (const listener of listeners()) await listener(act, ...args)
  }
  return Object.assign(run, { tap })
}

/** Listeners that areas declare, in the order in which they were connected. */
export function tappable<L>(): { listeners(): Iterable<L>; tap(listener: L): Tap } {
  const connected = new Map<Tap, L>()
  return {
    listeners: () => connected.values(),
    tap(listener) {
      const tap: Tap = {
        connect() {
          connected.set(tap, listener)
          return () => void connected.delete(tap)
        },
      }
      return tap
    },
  }
}
