import { computed, signal } from '@preact/signals'
import { type CatchUpConversation, getCatchUp } from '../../src/features/messages/messages/catch-up/api.ts'
import { conversationKey } from '../narrow/narrow.ts'
import { onRenewal } from '../store/connection.ts'
import { keptChoice, textsOf } from '../store/kept-choice.ts'
import { api } from '../transport/api.ts'

const missed = signal<readonly CatchUpConversation[]>([])

/** Topics that the server reported the user participated in; kept so that the list starts in its final order. */
const [participated, keepParticipated] = keptChoice<ReadonlySet<string>>(
  'participated',
  (text) => new Set(textsOf(JSON.parse(text ?? '[]'))),
  (keys) => JSON.stringify([...keys]),
)

export { participated }

const keyOf = ({ stream_id, topic, user_ids }: CatchUpConversation): string =>
  conversationKey(
    stream_id === undefined
      ? { kind: 'direct', userIds: user_ids ?? [] }
      : { kind: 'topic', channelId: stream_id, topic: topic ?? '' },
  )

/** Senders of unread messages by conversation, latest first. */
export const missedSenders = computed(
  () => new Map(missed.value.map((one) => [keyOf(one), one.sender_ids as readonly number[]])),
)

/** Fetches the facts about unread messages that only the server has. Lists show less until they arrive. */
export async function fetchMissed(): Promise<void> {
  try {
    const { conversations } = await api.call(getCatchUp, {})
    missed.value = conversations
    keepParticipated(new Set(conversations.filter(({ reason }) => reason === 'participated').map(keyOf)))
  } catch {
    // asked again when the inbox is opened
  }
}

onRenewal(() => {
  if (missed.peek().length > 0) void fetchMissed()
})
