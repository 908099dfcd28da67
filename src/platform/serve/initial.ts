import type { KeyState, State } from '#contract'
import type { Tx } from '#platform/db'
import type { ClientView } from '#platform/events'
import type { Cache, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Server } from './server.ts'

/** The input for a feature's part of `POST /register`. */
export interface RegisterContext {
  readonly org: Organization
  readonly server: Server
  readonly viewer: Viewer
  readonly client: ClientView
  readonly includeSubscribers: 'true' | 'false' | 'partial'
  readonly presenceHistoryDays: number
  get<T>(cache: Cache<T>): T
}

export interface Initial {
  readonly state: Pick<State, 'fetch' | 'schema' | 'reducers'>
  /** Included only if the client names it, not when it fetches everything. */
  readonly onlyWhenNamed?: true
  load(tx: Tx, viewer: Viewer, ctx: RegisterContext): Promise<object> | object
}

/** Defines one key of the register response. */
export function initial<V>(
  state: KeyState<V>,
  load: (tx: Tx, viewer: Viewer, ctx: RegisterContext) => Promise<V> | V,
): Initial {
  return { state, load: async (tx, viewer, ctx) => ({ [state.key]: await load(tx, viewer, ctx) }) }
}

/** Defines several keys that are computed together. */
export function initials<T extends object>(
  state: State<T>,
  load: (tx: Tx, viewer: Viewer, ctx: RegisterContext) => Promise<T> | T,
): Initial {
  return { state: state as unknown as Initial['state'], load }
}
