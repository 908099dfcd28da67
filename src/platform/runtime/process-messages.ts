import type { Entry } from '#platform/events'
import type { PassingEvent } from '#platform/organization'
import type { Runtime } from './runtime.ts'

/** What processes say to each other of an organization. */
export interface Word {
  readonly org: number
  /** The log has come to here. */
  readonly position?: number
  /** What was written up to there, where it travels with the word. */
  readonly entries?: readonly EntryOut[]
  /** An event that is never stored. */
  readonly event?: PassingEvent
  /** Where it is said by two ways: whoever hears both takes the first. */
  readonly copy?: string
  /** Event queues that are no more. */
  readonly ended?: readonly string[]
  /** The organization is no more in the database of this name. */
  readonly goneFrom?: string
}

/** An event of the log, as it travels. */
type EntryOut = Omit<Entry, 'bodies'>

export const told = ({ at, type, op, payload, audience, size }: Entry): EntryOut => ({
  ...{ at, type, op, payload, audience, size },
})

/** Does what follows from a word of another process; organizations that this process has not opened learn of it then. */
export async function hear(
  runtime: Runtime,
  { org, position = 0, entries, event, ended, goneFrom }: Word,
): Promise<void> {
  if (goneFrom === runtime.registry.nameOf(runtime)) return runtime.forget(org)
  if (goneFrom !== undefined) return
  const organization = await runtime.opened(org)
  if (!organization) return
  if (event) return organization.announced(event as Parameters<typeof organization.announced>[0])
  if (entries) await organization.told(entries.map((one) => ({ ...one, op: one.op, bodies: new Map() })))
  else await organization.follow(position)
  // what its clients were told before it ended they still hear
  if (ended) organization.queues.ended(ended)
}
