import type { Cursor, Events } from './queue.ts'

/** A stream ends with the first events or heartbeat after this time. */
const maxStreamMs = 120_000

interface Streaming {
  /** False once the queue, the connection, or the process ends, or a newer request took over. */
  isCurrent(): boolean
  read(): Events | Promise<Events>
  wait(): Promise<Events>
}

/** Batches of a queue's events as they come. A slow reader costs no memory: events are read when the last were sent. */
export async function* batches(
  cursor: Cursor,
  { isCurrent, read, wait }: Streaming,
): AsyncGenerator<Events, void, undefined> {
  const endsAt = performance.now() + maxStreamMs
  while (isCurrent()) {
    const known = read()
    // no await between reading and waiting when the events are in memory, so that none is missed
    let events = known instanceof Promise ? await known : known
    if (events.length === 0) {
      if (!isCurrent()) return
      events = await wait()
    }
    const newest = events.at(-1)
    if (!newest) continue
    yield events
    cursor.advance(newest.at)
    if (performance.now() >= endsAt) return
  }
}
