import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import type { Mutation, Organization } from '#platform/organization'
import { backgroundWork, backoffMs, type UnderWay, type Workplace } from '#platform/timer'
import { type LiveKit, livekitOf } from './connection.ts'
import { livekitRequests } from './figures.ts'
import { Rooms } from './rooms.ts'
import * as store from './store.ts'

/** A room that's still being looked at after this was left behind by a process that ended. */
const leaseMs = 60_000
const everyMs = 60_000
const pauseMs = { first: 1_000, longest: 60_000 }
/** When to delete the room of a call again: for so long, tokens of people who were in it may open it once more. */
const afterEndMs = [90_000, 11 * 60_000]
/** A LiveKit server that's gone for so long after a call has no room left. */
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
 * Keeps rooms like their calls: removes people whose session is gone, and deletes rooms of calls that have ended. A room
 * is looked at when someone leaves, then each minute, because an old token opens it for a while.
 */
export const callRooms = backgroundWork({
  name: 'rooms of calls',
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
  try {
    if (call.ended_at) await rooms.delete(call.room, signal)
    else await removeOthers(rooms, org, row.call_id, call.room, signal)
  } catch (error) {
    if (signal.aborted) return again(org, row, place.now(), row.attempts)
    const { message } = error as Error
    place.outcomes.add(livekitRequests, 'failed')
    place.log.event('call.livekit_failed', { organization: org.id, call: row.call_id, reason: message })
    const now = place.now()
    if (call.ended_at && now.getTime() > call.ended_at.getTime() + givesUpAfterMs) return done(org, row)
    const attempts = row.attempts + 1
    const pause = backoffMs(attempts, pauseMs.first, pauseMs.longest)
    return again(org, row, new Date(now.getTime() + pause), attempts)
  }
  place.outcomes.add(livekitRequests, 'done')
  const now = place.now().getTime()
  if (!call.ended_at) return again(org, row, new Date(now + everyMs), 0)
  const ended = call.ended_at.getTime()
  const next = afterEndMs.map((ms) => ended + ms).find((at) => at > now)
  return next === undefined ? done(org, row) : again(org, row, new Date(next), 0)
}

async function removeOthers(rooms: Rooms, org: Organization, callId: number, room: string, signal: AbortSignal) {
  const inRoom = await rooms.sessions(room, signal)
  // read after the room: a session is stored before its token exists
  const call = await org.db.read((tx) => store.callOfRoom(tx, org.id, callId))
  for (const identity of inRoom) if (!call?.sessions.has(identity)) await rooms.remove(room, identity, signal)
}

async function again(org: Organization, row: store.Watched, due: Date, attempts: number): Promise<void> {
  await org.transact(null, ({ tx }) => store.watchAgain(tx, row, due, attempts))
  org.services.workDue(callRooms, due)
}

async function done(org: Organization, row: store.Watched): Promise<void> {
  await org.transact(null, ({ tx }) => store.stopWatching(tx, row))
}

/** Removes people without a session from the call's room, or deletes it if the call has ended, after the commit. */
export async function watchRoom(mutation: Mutation, call: { id: number; room: string | null }): Promise<void> {
  if (call.room === null) return
  const { tx, org, now } = mutation
  await store.watch(tx, org.id, call.id, now)
  mutation.onCommit(() => org.services.workDue(callRooms, now))
}
