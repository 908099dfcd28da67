import { computed } from '@preact/signals'
import type { Mute } from '../../src/features/messages/mutes/wire.ts'
import type { Conversation } from '../narrow/narrow.ts'
import { part } from './connection.ts'
import { mutedPeople } from './muted-people.ts'
import { ownId } from './people.ts'

/** Mutes that end by themselves, and those of direct conversations. */
export const mutes = part<Mute[]>('mutes')

const muted = computed(() => new Set((mutes.value ?? []).flatMap(({ user_ids }) => user_ids?.join() ?? [])))

/** Whether a direct conversation is muted; the people of it as narrows name them. */
export const isMutedDirect = (userIds: readonly number[]): boolean =>
  muted.value.size > 0 && muted.value.has(userIds.filter((id) => id !== ownId.value).join())

/** Whether nothing is to be heard of a direct conversation: it is muted, or everybody else in it is. */
export const isSilentDirect = (userIds: readonly number[]): boolean =>
  isMutedDirect(userIds) || isOfMutedPeople(userIds)

function isOfMutedPeople(userIds: readonly number[]): boolean {
  const others = userIds.filter((id) => id !== ownId.value)
  return others.length > 0 && others.every((id) => mutedPeople.value.has(id))
}

/** The mute of a place, if it ends by itself or is of a direct conversation. */
export function muteOf(
  place: Conversation | { readonly kind: 'channel'; readonly channelId: number },
): Mute | undefined {
  return mutes.value?.find(({ stream_id, topic_name, user_ids }) =>
    place.kind === 'direct'
      ? user_ids?.join() === place.userIds.filter((id) => id !== ownId.value).join()
      : stream_id === place.channelId &&
        topic_name?.toLowerCase() === (place.kind === 'topic' ? place.topic.toLowerCase() : undefined),
  )
}
