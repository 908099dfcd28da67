import { computed, signal } from '@preact/signals'
import { type CatchUpConversation, getCatchUp } from '../../src/features/messages/messages/catch-up/api.ts'
import { conversationKey } from '../narrow/narrow.ts'
import { onRenewal } from '../store/connection.ts'
import { keptChoice, textsOf } from '../store/kept-choice.ts'
import { api } from '../transport/api.ts'

const missed = signal<readonly CatchUpConversation[]>([])

/** Topics the user participated in, as far as the server said; kept, so that the list starts in its final order. */
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

/** By conversation: who sent what's unread, latest first. */
export const missedSenders = computed(
  () => new Map(missed.value.map((one) => [keyOf(one), one.sender_ids as readonly number[]])),
)

/** Asks the server for what only it knows about unread messages. Without an answer, lists show less. */
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
