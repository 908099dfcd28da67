import { z } from 'zod'
import type { Shape } from './endpoint.ts'

declare const kept: unique symbol
type Op = string | undefined

/** One kind of event: a `type` and usually an `op`. */
export interface EventKind<S extends Shape = Shape, O extends Op = Op, Kept = unknown> {
  readonly type: string
  readonly op: O
  /** What clients receive. */
  readonly payload: S
  /** The type of the stored event, if it differs from what clients receive. */
  readonly [kept]?: Kept
}

/** An event that clients never receive: it tells caches of all processes what to reload. */
export interface ServerEventKind<S extends Shape = Shape, O extends Op = Op, Kept = unknown>
  extends EventKind<S, O, Kept> {
  readonly serverOnly: true
}

/** The stored payload; a union for several kinds. */
export type PayloadOf<K> = K extends EventKind<Shape, Op, infer Kept> ? Kept : never

type OpOf<O extends string | null> = O extends string ? O : undefined
type Input<S extends Shape> = z.input<z.ZodObject<S>>

/**
 * Declares an event whose payload is everything except `id`, `type`, and `op`. Declare each kind once. `keptAs` is the
 * stored type, if it differs from what clients receive.
 */
export function event<const S extends Shape, const O extends string | null>(
  type: string,
  op: O,
  payload: S,
): EventKind<S, OpOf<O>, Input<S>> & { keptAs<Kept>(): EventKind<S, OpOf<O>, Kept> } {
  const kind = { type, op: (op ?? undefined) as OpOf<O>, payload }
  return { ...kind, keptAs: () => kind }
}

/** Declares an event that only servers receive. */
export function serverEvent<const S extends Shape, const O extends string | null>(
  type: string,
  op: O,
  payload: S,
): ServerEventKind<S, OpOf<O>, Input<S>> {
  return { type, op: (op ?? undefined) as OpOf<O>, payload, serverOnly: true }
}

/** Sent to clients whose queues survived a server restart. */
export const restarted = event('restart', null, {
  server_generation: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  zulip_feature_level: z.int(),
})

/** An event as a client receives it. */
export interface WireEvent {
  id: number
  type: string
  op?: string
  [field: string]: unknown
}

/** The user whose state is reduced, with the rest of that user's state. */
export interface Holder {
  readonly userId: number
  /** Another fetched part of the state. Earlier features have already applied the event. */
  told<V>(state: KeyState<V>): V | undefined
  /** The fetched keys of another part. */
  told<T extends object>(state: State<T>): Partial<T>
}

/** Wraps a `POST /register` response to which events have been applied. */
export const holderOf = (userId: number, register: Readonly<Record<string, unknown>>): Holder => ({
  userId,
  told: (state: object) => ('key' in state ? register[state.key as string] : register) as never,
})

type Reducer<T, E = WireEvent> = (value: T, event: E, holder: Holder) => T

/**
 * Part of the `POST /register` response: keys fetched under a name in `fetch_event_types` (or, with several names, if
 * all are requested), and their pure reducers. Clients and tests run the reducers; the server doesn't.
 */
export interface State<T extends object = object> {
  readonly fetch: readonly string[]
  readonly schema: z.ZodObject
  readonly reducers: ReadonlyMap<string, readonly Reducer<T>[]>
  on<S extends Shape>(kind: EventKind<S>, reduce: Reducer<T, z.output<z.ZodObject<S>>>): State<T>
}

/** One key, or several keys that are fetched and changed together. */
export function states<const S extends Shape>(
  fetch: string | readonly string[],
  shape: S,
): State<z.output<z.ZodObject<S>>> {
  return build<z.output<z.ZodObject<S>>>([fetch].flat(), z.object(shape), new Map())
}

export interface KeyState<V> extends Omit<State, 'on'> {
  readonly key: string
  on<S extends Shape>(kind: EventKind<S>, reduce: Reducer<V, z.output<z.ZodObject<S>>>): KeyState<V>
}

export function state<V>(key: string, schema: z.ZodType<V>, fetch: string | readonly string[] = key): KeyState<V> {
  const wrap = (inner: State<Record<string, V>>): KeyState<V> => ({
    ...(inner as unknown as State),
    key,
    on: (kind, reduce) =>
      wrap(inner.on(kind, (value, event, holder) => ({ ...value, [key]: reduce(value[key] as V, event, holder) }))),
  })
  return wrap(build<Record<string, V>>([fetch].flat(), z.object({ [key]: schema }), new Map()))
}

function build<T extends object>(
  fetch: readonly string[],
  schema: z.ZodObject,
  reducers: Map<string, readonly Reducer<T>[]>,
): State<T> {
  return {
    fetch,
    schema,
    reducers,
    on(kind, reduce) {
      const name = eventName(kind)
      const more = new Map(reducers)
      more.set(name, [...(reducers.get(name) ?? []), reduce as unknown as Reducer<T>])
      return build<T>(fetch, schema, more)
    },
  }
}

export const eventName = ({ type, op }: { type: string; op?: string | undefined }): string =>
  op === undefined ? type : `${type}/${op}`

/** The state after an event; the same object if the event doesn't affect it. */
export function reduceState<T extends object>(
  state: Pick<State<T>, 'reducers'>,
  value: T,
  event: WireEvent,
  holder: Holder,
): T {
  let next = value
  for (const reduce of state.reducers.get(eventName(event)) ?? []) next = reduce(next, event, holder)
  return next
}
