import type { ChannelId, MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Channel } from '../../channels/channel.ts'
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

/** Adds imported members to a channel created in this mutation. Active users get events; others see it when they sign in. */
export async function addImportedMembers(
  mutation: Mutation,
  channel: Channel,
  members: readonly ImportedMember[],
): Promise<void> {
  const people = mutation.get(peopleCache).byId
  const active = members.flatMap(({ userId }) => {
    const account = people.get(userId)
    return account?.isActive ? [account] : []
  })
  await subscribe(mutation, [channel], active, { created: new Set([channel.id]) })
  const present = new Set(active.map(({ id }) => id))
  const absent = members.filter(({ userId }) => !present.has(userId))
  if (absent.length > 0)
    await store.open(
      mutation.tx,
      mutation.org.id,
      { userIds: absent.map(({ userId }) => userId), channelIds: absent.map(() => channel.id) },
      absent.map(() => ({ color: pickColor(new Map(), channel.id), push_notifications: null })),
      mutation.position,
    )
  await store.setImported(mutation.tx, channel.id, members)
  const late = members.filter(({ isLate }) => isLate).map(({ userId }) => userId)
  if (late.length > 0) await store.beginSpansAt(mutation.tx, channel.id, late, noMessageYet as MessageId)
}

export const beginImportedSpans = (mutation: Mutation, channelId: ChannelId, userIds: UserId[], from: MessageId) =>
  store.beginSpansAt(mutation.tx, channelId, userIds, from)

/** Works for deactivated accounts, too. */
export const channelsOfPerson = async (mutation: Mutation, userId: UserId): Promise<Set<ChannelId>> =>
  new Set(
    (await store.ofUser(mutation.tx, mutation.org.id, userId)).flatMap((row) => (row.active ? [row.channel_id] : [])),
  )
