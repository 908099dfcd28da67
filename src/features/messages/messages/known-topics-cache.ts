import type { ConversationId } from '#contract'
import { topicKey } from '#contract'
import { cache } from '#platform/organization'
import { messageDeleted } from './api/delete.ts'
import { messageUpdated } from './api/edit.ts'

const most = 20_000

/** Topics known to have messages, as far as this process had to check: saves a query for each further message. */
class KnownTopics {
  readonly #keys = new Set<string>()

  has(conversationId: ConversationId, topic: string): boolean {
    return this.#keys.has(topicKey(conversationId, topic))
  }

  add(conversationId: ConversationId, topic: string): void {
    this.#keys.add(topicKey(conversationId, topic))
    if (this.#keys.size <= most) return
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest)
      return
    }
  }

  clear(): void {
    this.#keys.clear()
  }
}

/** Cleared when messages leave any topic: they may have been its last. */
export const knownTopicsCache = cache<KnownTopics>({
  name: 'known topics',
  load: async () => new KnownTopics(),
})
  .on(messageDeleted, (topics) => () => topics.clear())
  .on(messageUpdated, (topics, events) => () => {
    if (events.some(({ payload }) => 'subject' in payload || 'new_stream_id' in payload)) topics.clear()
  })
