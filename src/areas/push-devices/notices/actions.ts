import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { HeldMessage, Missed, Withdrawn } from '../../notifications/hooks.ts'
import type { DigestKind } from '../../quiet-times/wire.ts'
import { reachableDevices } from '../mirror.ts'
import { telling } from './due.ts'
import * as store from './store.ts'
import { webTelling } from './web-due.ts'

/** Users read one message after another: group the removals of this time into one notification. */
const gatheringMs = 3_000

export async function noteMissed(act: Act, { message, people }: Missed): Promise<void> {
  const reachable = act.get(reachableDevices)
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
  await store.insert(act.tx, act.org.id, notices, act.now)
  ring(act, act.now)
}

/** One per device, for the newest message that would have been sent. A single one gets a normal notification. */
export async function noteQuietTimesOver(act: Act, people: ReadonlyMap<UserId, readonly HeldMessage[]>): Promise<void> {
  const reachable = act.get(reachableDevices)
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
  await store.insert(act.tx, act.org.id, notices, act.now)
  ring(act, act.now)
}

export async function noteWithdrawn(act: Act, { userIds, messageIds }: Withdrawn): Promise<void> {
  const reachable = act.get(reachableDevices)
  if (reachable.isEmpty) return
  const deviceIds = userIds === 'everyone' ? null : userIds.flatMap((id) => reachable.of(id).map((device) => device.id))
  if (deviceIds?.length === 0 || messageIds.length === 0) return
  const due = new Date(act.now.getTime() + gatheringMs)
  const which = { deviceIds, messageIds: messageIds === 'all' ? null : messageIds }
  if (await store.withdraw(act.tx, act.org.id, which, due)) ring(act, due)
}

const ring = (act: Act, due: Date): void =>
  act.onCommit(() => {
    for (const work of [telling, webTelling]) act.org.services.workDue(work, due)
  })
