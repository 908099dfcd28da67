import type { UserId } from '#contract'
import type { CostAccount, Tx } from '#platform/db'
import type { Language } from '#platform/languages'
import type { Cache, KeyedCache, Mutation, Organization, WriteOptions } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { RequestInfo } from './request.ts'
import type { Server } from './server.ts'

/** What a handler knows of its request: who asks, of which organization, and the two ways to the database. */
export interface Context {
  readonly org: Organization
  readonly viewer: Viewer
  /** The name of the calling program, for `client` fields. */
  readonly client: string
  readonly server: Server
  readonly request: RequestInfo
  /** What whoever asks reads: as the account says, else the browser, else the organization. */
  readonly language: Language
  /** Who pays for what is asked of the database past `read`, `write` and `fetch`. */
  readonly costAccount: CostAccount | undefined
  /** One consistent view of the database. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, from a replica where one has all that anybody was told; `work` may be begun again. */
  readAnywhere<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same with one statement, which is a view of its own; costs less. */
  readOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A change of the organization, with the events that tell of it. */
  transact<T>(work: (mutation: Mutation) => Promise<T>, options?: WriteOptions): Promise<T>
  get<T>(cache: Cache<T>): T
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

/** The context of an endpoint that needs no account. */
export interface OpenContext extends Omit<Context, 'org' | 'viewer'> {
  /** Undefined at the root of a server whose organizations all have subdomains. */
  readonly org: Organization
  readonly maybeOrg: Organization | undefined
  readonly maybeViewer: Viewer | undefined
}
