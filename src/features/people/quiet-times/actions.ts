import { dayMs, type MessageId, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import * as api from './api.ts'
import { quietTimesCache } from './cache.ts'
import { pauseInThePast, pauseTooLong } from './errors.ts'
import { maxInDigest, maxPauseDays } from './limits.ts'
import { quietAt } from './quiet-hours-states.ts'
import * as store from './store.ts'
import { type DigestKind, digestKinds, type QuietSpan, type QuietTime } from './wire.ts'

/** Called in the same transaction; with the end of the current quiet time, or null. */
export const quietTimeChosen = hook<[userId: UserId, quietUntil: Date | null]>()

const accountOf = (mutation: Mutation): Account => mutation.get(peopleCache).byId.get(mutation.viewer.id) as Account

export const quietUntil = (mutation: Mutation, account: Account): Date | null =>
  mutation.get(quietTimesCache).until(account, mutation.now)

export async function pause(mutation: Mutation, until: number): Promise<void> {
  if (until * 1000 <= mutation.now.getTime()) throw pauseInThePast()
  if (until * 1000 > mutation.now.getTime() + maxPauseDays * dayMs) throw pauseTooLong({}, { days: maxPauseDays })
  await choose(mutation, { paused_until: until })
}

/** Ends the current quiet time: a pause, and hours that have begun or follow without a gap. */
export async function endQuiet(mutation: Mutation): Promise<void> {
  const before = mutation.get(quietTimesCache).of(mutation.viewer.id)
  const now = mutation.now.getTime()
  const { until } = quietAt({ ...before, paused_until: null }, accountOf(mutation).timezone, now)
  await choose(mutation, {
    paused_until: null,
    ...(until === null ? {} : { ended_until: Math.ceil(until / 1000) }),
  })
}

/** Normalizes hours: weekdays unique and ascending. */
export async function setHours(mutation: Mutation, hours: readonly QuietSpan[]): Promise<void> {
  const normal = hours.map(({ weekdays, from, to }) => ({
    weekdays: [...new Set(weekdays)].sort((a, b) => a - b),
    from,
    to,
  }))
  await choose(mutation, { hours: normal, ended_until: null })
}

async function choose(mutation: Mutation, changes: Partial<QuietTime>): Promise<void> {
  const { tx, org, viewer, now } = mutation
  const before = mutation.get(quietTimesCache).of(viewer.id)
  const quiet_time = { ...before, ...changes }
  if (JSON.stringify(quiet_time) === JSON.stringify(before)) return
  await store.set(tx, org.id, viewer.id, quiet_time)
  mutation.emit(api.quietTimeChanged, { quiet_time }, [viewer.id])
  // the cache has the state before this act
  const { until } = quietAt(quiet_time, accountOf(mutation).timezone, now.getTime())
  await quietTimeChosen(mutation, viewer.id, until === null ? null : new Date(until))
}

interface QuietNews {
  readonly userId: UserId
  readonly beganAt: Date
  readonly messages: readonly { readonly id: MessageId; readonly kind: DigestKind }[]
}

/** Stores digests until users have seen them, with messages of earlier ones that are `stillUnread`. */
export async function keepDigests(
  mutation: Mutation,
  news: readonly QuietNews[],
  before: ReadonlyMap<UserId, store.StoredDigest>,
  isUnread: (userId: UserId, messageId: MessageId) => boolean,
): Promise<void> {
  const digests = new Map<UserId, store.StoredDigest>()
  for (const { userId, beganAt, messages } of news) {
    const old = before.get(userId)
    const oldMessages = (kind: DigestKind) => (old?.messages[kind] ?? []).filter((id) => isUnread(userId, id))
    const isOld = digestKinds.some((kind) => oldMessages(kind).length > 0)
    const byKind = Object.fromEntries(
      digestKinds.map((kind) => {
        const ids = new Set([...oldMessages(kind), ...messages.filter((one) => one.kind === kind).map(({ id }) => id)])
        return [kind, [...ids].sort((a, b) => a - b).slice(-maxInDigest)]
      }),
    ) as unknown as store.DigestMessages
    digests.set(userId, { beganAt: old && isOld ? old.beganAt : beganAt, endedAt: mutation.now, messages: byKind })
  }
  await store.setDigests(mutation.tx, mutation.org.id, digests)
  for (const [userId, digest] of digests)
    mutation.emit(api.quietDigestChanged, { quiet_digest: store.digestToWire(digest) }, [userId])
}

export const digestsOf = (mutation: Mutation, userIds: readonly UserId[]): Promise<Map<UserId, store.StoredDigest>> =>
  store.digests(mutation.tx, userIds)

export async function dismissDigest(mutation: Mutation): Promise<void> {
  if (await store.removeDigest(mutation.tx, mutation.viewer.id))
    mutation.emit(api.quietDigestChanged, { quiet_digest: null }, [mutation.viewer.id])
}
