import type { UserId } from '#contract'
import type { CostAccount, Tx } from '#platform/db'
import type { Language } from '#platform/languages'
import type { Cache, KeyedCache, Mutation, Organization, WriteOptions } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { RequestInfo } from './request.ts'
import type { Server } from './server.ts'

/** A request's context: the viewer, the organization, and database access. */
export interface Context {
  readonly org: Organization
  readonly viewer: Viewer
  /** The calling program, for `client` fields. */
  readonly client: string
  readonly server: Server
  readonly request: RequestInfo
  /** The language of the account, or else of the browser, or else of the organization. */
  readonly language: Language
  /** The account charged for queries made without `read`, `write`, and `fetch`. */
  readonly costAccount: CostAccount | undefined
  /** Runs queries on one consistent snapshot. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same on a replica that has everything clients were told, if there is one; `work` may be retried. */
  readAnywhere<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for a single statement, which is cheaper. */
  readOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Changes the organization and emits events, in one transaction. */
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
