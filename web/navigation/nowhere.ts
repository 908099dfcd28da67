import { computed } from '@preact/signals'
import { channelOf, conversationOf } from '../narrow/narrow.ts'
import { channel } from '../store/channels.ts'
import { newestMessage } from '../store/conversations.ts'
import { isIncomplete, person } from '../store/people.ts'
import { narrow } from './route.ts'

/** True if the address names a channel or users that don't exist or that the viewer can't see. */
export const isNowhere = computed(() => {
  const shown = narrow.value
  if (!shown) return false
  const channelId = channelOf(shown)
  if (channelId !== undefined) return !channel(channelId)
  const conversation = conversationOf(shown)
  return (
    conversation?.kind === 'direct' &&
    !conversation.userIds.some((id) => person(id)) &&
    !isIncomplete.value &&
    newestMessage(conversation) === undefined
  )
})
