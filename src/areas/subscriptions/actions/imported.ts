import type { ChannelId, MessageId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { pickColor } from '../colors.ts'
import * as store from '../store.ts'
import { subscribe } from './subscribe.ts'

export interface ImportedMember {
  readonly userId: UserId
  readonly isMuted: boolean
  readonly isPinned: boolean
  readonly color: string | undefined
  /** The start of the member's span isn't known yet. */
  readonly isLate: boolean
}

/** Greater than every message ID: a span that starts here receives nothing yet. */
const noMessageYet = 2 ** 52

/** Adds imported members to a channel created in this act. Active users get events; others see it when they sign in. */
export async function addImportedMembers(
  act: Act,
  channel: Channel,
  members: readonly ImportedMember[],
): Promise<void> {
  const people = act.get(peopleMirror).byId
  const active = members.flatMap(({ userId }) => {
    const account = people.get(userId)
    return account?.isActive ? [account] : []
  })
  await subscribe(act, [channel], active, { created: new Set([channel.id]) })
  const present = new Set(active.map(({ id }) => id))
  const absent = members.filter(({ userId }) => !present.has(userId))
  if (absent.length > 0)
    await store.open(
      act.tx,
      act.org.id,
      { userIds: absent.map(({ userId }) => userId), channelIds: absent.map(() => channel.id) },
      absent.map(() => pickColor(new Map(), channel.id)),
      act.position,
    )
  await store.setImported(act.tx, channel.id, members)
  const late = members.filter(({ isLate }) => isLate).map(({ userId }) => userId)
  if (late.length > 0) await store.beginSpansAt(act.tx, channel.id, late, noMessageYet as MessageId)
}

export const beginImportedSpans = (act: Act, channelId: ChannelId, userIds: UserId[], from: MessageId) =>
  store.beginSpansAt(act.tx, channelId, userIds, from)

/** Works for deactivated accounts, too. */
export const channelsOfPerson = async (act: Act, userId: UserId): Promise<Set<ChannelId>> =>
  new Set((await store.ofUser(act.tx, act.org.id, userId)).flatMap((row) => (row.active ? [row.channel_id] : [])))
