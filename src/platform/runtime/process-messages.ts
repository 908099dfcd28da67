import type { Entry } from '#platform/events'
import type { PassingEvent } from '#platform/organization'
import type { Runtime } from './runtime.ts'

/** A message between processes about an organization. */
export interface ProcessMessage {
  readonly org: number
  /** The latest position in the log. */
  readonly position?: number
  /** The log entries up to there, if they're included. */
  readonly entries?: readonly EntryOut[]
  /** A transient event, which is never stored. */
  readonly event?: PassingEvent
  /** An ID to drop duplicates of messages sent on two paths. */
  readonly copy?: string
  /** Deleted event queues. */
  readonly ended?: readonly string[]
  /** The organization has left the database with this name. */
  readonly goneFrom?: string
}

/** A log entry in a message. */
type EntryOut = Omit<Entry, 'bodies'>

export const told = ({ at, type, op, payload, audience, size }: Entry): EntryOut => ({
  ...{ at, type, op, payload, audience, size },
})

/** Applies another process's message to an organization; ignores organizations that aren't loaded. */
export async function hear(
  runtime: Runtime,
  { org, position = 0, entries, event, ended, goneFrom }: ProcessMessage,
): Promise<void> {
  if (goneFrom === runtime.registry.nameOf(runtime)) return runtime.forget(org)
  if (goneFrom !== undefined) return
  const organization = await runtime.opened(org)
  if (!organization) return
  if (event) return organization.announced(event as Parameters<typeof organization.announced>[0])
  if (entries) await organization.told(entries.map((one) => ({ ...one, op: one.op, bodies: new Map() })))
  else await organization.follow(position)
  // their clients still receive what was emitted before the queues ended
  if (ended) organization.queues.ended(ended)
}
