import { dayMs, type MessageId, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Account } from '../users/account.ts'
import { peopleMirror } from '../users/mirror.ts'
import * as api from './api.ts'
import { pauseInThePast, pauseTooLong } from './errors.ts'
import { maxPauseDays, mostInDigest } from './limits.ts'
import { quietTimesMirror } from './mirror.ts'
import { quietAt } from './quiet-hours-states.ts'
import * as store from './store.ts'
import { type DigestKind, digestKinds, type QuietSpan, type QuietTime } from './wire.ts'

/** Called in the same transaction; with the end of the current quiet time, or null. */
export const quietTimeChosen = hook<[userId: UserId, quietUntil: Date | null]>()

const accountOf = (act: Act): Account => act.get(peopleMirror).byId.get(act.viewer.id) as Account

export const quietUntil = (act: Act, account: Account): Date | null => act.get(quietTimesMirror).until(account, act.now)

export async function pause(act: Act, until: number): Promise<void> {
  if (until * 1000 <= act.now.getTime()) throw pauseInThePast()
  if (until * 1000 > act.now.getTime() + maxPauseDays * dayMs) throw pauseTooLong({}, { days: maxPauseDays })
  await choose(act, { paused_until: until })
}

/** Ends the current quiet time: a pause, and hours that have begun or follow without a gap. */
export async function endQuiet(act: Act): Promise<void> {
  const before = act.get(quietTimesMirror).of(act.viewer.id)
  const now = act.now.getTime()
  const { until } = quietAt({ ...before, paused_until: null }, accountOf(act).timezone, now)
  await choose(act, {
    paused_until: null,
    ...(until === null ? {} : { ended_until: Math.ceil(until / 1000) }),
  })
}

/** Normalizes hours: weekdays unique and ascending. */
export async function setHours(act: Act, hours: readonly QuietSpan[]): Promise<void> {
  const normal = hours.map(({ weekdays, from, to }) => ({
    weekdays: [...new Set(weekdays)].sort((a, b) => a - b),
    from,
    to,
  }))
  await choose(act, { hours: normal, ended_until: null })
}

async function choose(act: Act, changes: Partial<QuietTime>): Promise<void> {
  const { tx, org, viewer, now } = act
  const before = act.get(quietTimesMirror).of(viewer.id)
  const quiet_time = { ...before, ...changes }
  if (JSON.stringify(quiet_time) === JSON.stringify(before)) return
  await store.set(tx, org.id, viewer.id, quiet_time)
  act.emit(api.quietTimeChanged, { quiet_time }, [viewer.id])
  // the cache has the state before this act
  const { until } = quietAt(quiet_time, accountOf(act).timezone, now.getTime())
  await quietTimeChosen(act, viewer.id, until === null ? null : new Date(until))
}

interface QuietNews {
  readonly userId: UserId
  readonly beganAt: Date
  readonly messages: readonly { readonly id: MessageId; readonly kind: DigestKind }[]
}

/** Stores digests until users have seen them, with messages of earlier ones that are `stillUnread`. */
export async function keepDigests(
  act: Act,
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
        return [kind, [...ids].sort((a, b) => a - b).slice(-mostInDigest)]
      }),
    ) as unknown as store.DigestMessages
    digests.set(userId, { beganAt: old && isOld ? old.beganAt : beganAt, endedAt: act.now, messages: byKind })
  }
  await store.setDigests(act.tx, act.org.id, digests)
  for (const [userId, digest] of digests)
    act.emit(api.quietDigestChanged, { quiet_digest: store.digestToWire(digest) }, [userId])
}

export const digestsOf = (act: Act, userIds: readonly UserId[]): Promise<Map<UserId, store.StoredDigest>> =>
  store.digests(act.tx, userIds)

export async function dismissDigest(act: Act): Promise<void> {
  if (await store.removeDigest(act.tx, act.viewer.id))
    act.emit(api.quietDigestChanged, { quiet_digest: null }, [act.viewer.id])
}
