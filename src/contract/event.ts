import { z } from 'zod'
import type { Shape } from './endpoint.ts'

/** One kind of event: `type` and, for most, `op`. Section 6 of the specification. */
export interface EventKind<S extends Shape = Shape> {
  readonly type: string
  readonly op: string | undefined
  readonly payload: S
}

export type PayloadOf<K> = K extends EventKind<infer S> ? z.input<z.ZodObject<S>> : never

/** Declares an event; its payload is everything beside `id`, `type` and `op`. */
export function event<const S extends Shape>(type: string, op: string | null, payload: S): EventKind<S> {
  return { type, op: op ?? undefined, payload }
}

/** An event as a client receives it. */
export interface WireEvent {
  id: number
  type: string
  op?: string
  [field: string]: unknown
}

/**
 * Part of the answer of `POST /register`: some of its keys, fetched under one name of `fetch_event_types`, and how
 * events change them. The reducers are pure; clients and tests run them, the server never does.
 */
export interface State<T extends object = object> {
  readonly fetch: string
  readonly schema: z.ZodObject
  readonly reducers: ReadonlyMap<string, readonly ((value: T, event: WireEvent) => T)[]>
  on<S extends Shape>(kind: EventKind<S>, reduce: (value: T, event: z.output<z.ZodObject<S>>) => T): State<T>
}

/** A single key, or (with an object of schemas) several keys that are fetched and changed together. */
export function states<const S extends Shape>(fetch: string, shape: S): State<z.output<z.ZodObject<S>>> {
  return build<z.output<z.ZodObject<S>>>(fetch, z.object(shape), new Map())
}

export interface KeyState<V> extends Omit<State, 'on'> {
  readonly key: string
  on<S extends Shape>(kind: EventKind<S>, reduce: (value: V, event: z.output<z.ZodObject<S>>) => V): KeyState<V>
}

export function state<V>(key: string, schema: z.ZodType<V>, fetch = key): KeyState<V> {
  const wrap = (inner: State<Record<string, V>>): KeyState<V> => ({
    ...(inner as unknown as State),
    key,
    on: (kind, reduce) => wrap(inner.on(kind, (value, event) => ({ ...value, [key]: reduce(value[key] as V, event) }))),
  })
  return wrap(build<Record<string, V>>(fetch, z.object({ [key]: schema }), new Map()))
}

function build<T extends object>(
  fetch: string,
  schema: z.ZodObject,
  reducers: Map<string, readonly ((value: T, event: WireEvent) => T)[]>,
): State<T> {
  return {
    fetch,
    schema,
    reducers,
    on(kind, reduce) {
      const name = eventName(kind)
      const more = new Map(reducers)
      more.set(name, [...(reducers.get(name) ?? []), reduce as unknown as (value: T, event: WireEvent) => T])
      return build<T>(fetch, schema, more)
    },
  }
}

export const eventName = ({ type, op }: { type: string; op?: string | undefined }): string =>
  op === undefined ? type : `${type}/${op}`

/** The state after an event; untouched when the state does not depend on that kind of event. */
export function reduceState<T extends object>(state: Pick<State<T>, 'reducers'>, value: T, event: WireEvent): T {
  let next = value
  for (const reduce of state.reducers.get(eventName(event)) ?? []) next = reduce(next, event)
  return next
}
