import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { DigestKind } from '../../../people/quiet-times/wire.ts'
import type { HeldMessage, Missed, Withdrawn } from '../../notifications/hooks.ts'
import { reachableDevices } from '../cache.ts'
import { telling } from './due.ts'
import * as store from './store.ts'
import { webTelling } from './web-due.ts'

/** Users read one message after another: group the removals of this time into one notification. */
const gatheringMs = 3_000

export async function noteMissed(mutation: Mutation, { message, people }: Missed): Promise<void> {
  const reachable = mutation.get(reachableDevices)
  if (reachable.isEmpty) return
  const notices = people.flatMap(({ userId, push, mentionedGroupId }) =>
    push === null
      ? []
      : reachable.of(userId).map(({ id, kind }) => ({
          messageId: message.id,
          userId,
          deviceId: id,
          way: kind === 'web' ? ('web' as const) : ('relay' as const),
          groupId: push === 'mentioned' ? mentionedGroupId : null,
        })),
  )
  if (notices.length === 0) return
  await store.insert(mutation.tx, mutation.org.id, notices, mutation.now)
  wake(mutation, mutation.now)
}

/** One per device, for the newest message that would have been sent. A single one gets a normal notification. */
export async function noteQuietTimesOver(
  mutation: Mutation,
  people: ReadonlyMap<UserId, readonly HeldMessage[]>,
): Promise<void> {
  const reachable = mutation.get(reachableDevices)
  const notices = [...people].flatMap(([userId, held]) => {
    const missed = held.filter(({ push }) => push !== null)
    const newest = missed.at(-1)
    if (!newest) return []
    const counts: Partial<Record<DigestKind, number>> = {}
    for (const { kind } of missed) counts[kind] = (counts[kind] ?? 0) + 1
    return reachable.of(userId).map(({ id, kind }) => ({
      messageId: newest.message_id,
      userId,
      deviceId: id,
      way: kind === 'web' ? ('web' as const) : ('relay' as const),
      groupId: newest.push === 'mentioned' ? newest.group_id : null,
      ...(missed.length > 1 ? { digest: counts } : {}),
    }))
  })
  if (notices.length === 0) return
  await store.insert(mutation.tx, mutation.org.id, notices, mutation.now)
  wake(mutation, mutation.now)
}

interface Rung {
  readonly messageId: MessageId
  readonly userIds: readonly UserId[]
  readonly call: store.Ring
}

/** Rings the browsers of people. Apps get the call's message, like any other. */
export async function noteRinging(mutation: Mutation, { messageId, userIds, call }: Rung): Promise<void> {
  const reachable = mutation.get(reachableDevices)
  const devices = userIds.flatMap((id) => reachable.of(id).filter(({ kind }) => kind === 'web'))
  if (devices.length === 0) return
  await store.ring(mutation.tx, mutation.org.id, { messageId, devices, ring: call }, mutation.now)
  wake(mutation, mutation.now)
}

interface StoppedRings {
  readonly messageId: MessageId
  readonly userIds: readonly UserId[]
  /** People to notify of the call's message: they missed the call. */
  readonly notified: readonly UserId[]
}

/** A missed call becomes a notification of its message, where that still is one. */
export async function noteRingsStopped(mutation: Mutation, stopped: StoppedRings): Promise<void> {
  if (mutation.get(reachableDevices).isEmpty) return
  if (await store.stopRings(mutation.tx, stopped, mutation.now)) wake(mutation, mutation.now)
}

export async function noteWithdrawn(mutation: Mutation, { userIds, messageIds }: Withdrawn): Promise<void> {
  const reachable = mutation.get(reachableDevices)
  if (reachable.isEmpty) return
  const deviceIds = userIds === 'everyone' ? null : userIds.flatMap((id) => reachable.of(id).map((device) => device.id))
  if (deviceIds?.length === 0 || messageIds.length === 0) return
  const due = new Date(mutation.now.getTime() + gatheringMs)
  const which = { deviceIds, messageIds: messageIds === 'all' ? null : messageIds }
  if (await store.withdraw(mutation.tx, mutation.org.id, which, due)) wake(mutation, due)
}

const wake = (mutation: Mutation, due: Date): void =>
  mutation.onCommit(() => {
    for (const work of [telling, webTelling]) mutation.org.services.workDue(work, due)
  })
