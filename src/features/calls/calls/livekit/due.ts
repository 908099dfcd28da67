import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import type { Mutation, Organization } from '#platform/organization'
import { TooLargeError } from '#platform/outbound'
import { backgroundWork, backoffMs, later, type UnderWay, type Workplace } from '#platform/timer'
import { type LiveKit, livekitOf } from './connection.ts'
import { livekitRequests } from './figures.ts'
import { Rooms } from './rooms.ts'
import * as store from './store.ts'

/** After this long, another process takes over a room whose check was interrupted. */
const leaseMs = 60_000
const everyMs = 60_000
const pauseMs = { first: 1_000, longest: 60_000 }
/** After removing someone: LiveKit gave them a new token while they were in the room, so they may come back. */
const afterIntruderMs = 5_000
/** Deletes the room of an ended call again this long after it last existed: LiveKit's tokens are valid for ten minutes. */
const afterExistedMs = [5_000, 90_000, 11 * 60_000]
/** Stops retrying this long after a call: LiveKit's rooms are in memory, and empty ones don't last. */
const givesUpAfterMs = 60 * 60_000

class Watching implements UnderWay {
  readonly stop = new AbortController()
  readonly problems: unknown[] = []
  /** A slow LiveKit server mustn't hold up other work. */
  readonly #semaphore = new Semaphore({ most: 16, maxPerKey: 4 })
  readonly #running = new Set<Promise<void>>()

  add(queueKey: string, run: () => Promise<void>): void {
    const work: Promise<void> = this.#semaphore
      .through(queueKey, run)
      .catch((error: unknown) => void this.problems.push(error))
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}

/**
 * Keeps rooms in sync with their calls: removes people without a session, and deletes rooms of ended calls. Checks a room
 * when someone leaves, then every minute, because an old token still opens it.
 */
export const callRooms = backgroundWork({
  name: 'call rooms',
  rows: store.watchedRooms,
  begin: () => new Watching(),
  async turn({ place, org, now, underWay }) {
    const livekit = livekitOf(place.config)
    const until = new Date(now.getTime() + leaseMs)
    for await (const rows of store.watchedRooms.leased(org, { now, until }))
      for (const row of rows)
        underWay.add(queueKeyOf(org.id, row.call_id), () => lookAt(place, org, row, livekit, underWay.stop.signal))
  },
})

async function lookAt(
  place: Workplace,
  org: Organization,
  row: store.Watched,
  livekit: LiveKit | undefined,
  signal: AbortSignal,
): Promise<void> {
  const call = await org.db.read((tx) => store.callOfRoom(tx, org.id, row.call_id))
  if (!call?.room || !livekit) return done(org, row)
  const rooms = new Rooms(livekit, place.outbound, () => place.now())
  const { room, ended_at } = call
  const failed = (reason: string) => {
    place.outcomes.add(livekitRequests, 'failed')
    place.log.event('call.livekit_failed', { organization: org.id, call: row.call_id, reason })
  }
  let wasThere: boolean
  try {
    wasThere = ended_at
      ? await rooms.delete(room, signal)
      : await removeOthers(rooms, { org, row, room, signal, failed })
  } catch (error) {
    if (signal.aborted) return again(org, row, place.now(), {})
    failed((error as Error).message)
    if (ended_at && place.now().getTime() > lastExisted(row, ended_at) + givesUpAfterMs) return done(org, row)
    const attempts = row.attempts + 1
    return again(org, row, later(place, backoffMs(attempts, pauseMs.first, pauseMs.longest)), { attempts })
  }
  place.outcomes.add(livekitRequests, 'done')
  if (!ended_at)
    return again(org, row, later(place, wasThere ? afterIntruderMs : everyMs), { attempts: 0, removed: [] })
  const now = place.now().getTime()
  const existed = wasThere ? now : lastExisted(row, ended_at)
  const next = afterExistedMs.map((ms) => existed + ms).find((at) => at > now)
  if (next === undefined) return done(org, row)
  return again(org, row, new Date(next), { attempts: 0, existed_at: new Date(existed) })
}

const lastExisted = ({ existed_at }: store.Watched, ended: Date): number =>
  Math.max(existed_at?.getTime() ?? 0, ended.getTime())

interface Look {
  readonly org: Organization
  readonly row: store.Watched
  readonly room: string
  readonly signal: AbortSignal
  failed(reason: string): void
}

/** Returns whether someone was removed. */
async function removeOthers(rooms: Rooms, { org, row, room, signal, failed }: Look): Promise<boolean> {
  let hasRemoved = false
  const removeAll = async (identities: readonly string[]) => {
    const call = await org.db.read((tx) => store.callOfRoom(tx, org.id, row.call_id))
    for (const identity of identities)
      if (!call?.sessions.has(identity) && (await rooms.remove(room, identity, signal))) hasRemoved = true
  }
  // first those known without the list, which people in the room can make too long
  await removeAll(row.removed)
  try {
    // read the room before the call: a session is stored before its token is created
    await removeAll(await rooms.sessions(room, signal))
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error
    // clients in the call reconnect by themselves
    await rooms.delete(room, signal)
    failed('The list of people in the room was too long, so the room was deleted')
  }
  return hasRemoved
}

async function again(
  org: Organization,
  row: store.Watched,
  due: Date,
  progress: Parameters<typeof store.watchAgain>[3],
): Promise<void> {
  await org.transact(null, ({ tx }) => store.watchAgain(tx, row, due, progress))
  org.services.workDue(callRooms, due)
}

async function done(org: Organization, row: store.Watched): Promise<void> {
  await org.transact(null, ({ tx }) => store.stopWatching(tx, row))
}

/**
 * Removes people without a session from the call's room, or deletes it if the call has ended, after the commit.
 * `removed`: sessions that have to leave the room.
 */
export async function watchRoom(
  mutation: Mutation,
  call: { readonly id: number; readonly room: string | null },
  removed: readonly string[] = [],
): Promise<void> {
  if (call.room === null) return
  const { tx, org, now } = mutation
  await store.watch(tx, { orgId: org.id, callId: call.id, due: now, removed })
  mutation.onCommit(() => org.services.workDue(callRooms, now))
}
