import type { UserId } from '#contract'
import { alertWordsIn } from '#platform/markdown'
import { cache } from '#platform/organization'
import { alertWordsChanged } from './api.ts'
import * as store from './store.ts'

/** In memory, because each sent message is searched for the words of its recipients. */
class AlertWords {
  readonly #byUser = new Map<UserId, readonly string[]>()
  /** Lowercase words with the users who have them. */
  readonly #waiting = new Map<string, Set<UserId>>()

  of(userId: UserId): readonly string[] {
    return this.#byUser.get(userId) ?? []
  }

  /** Users who have an alert word in the text. */
  foundIn(text: string): Set<UserId> {
    const found = new Set<UserId>()
    if (this.#waiting.size === 0) return found
    for (const word of alertWordsIn(text, this.#waiting.keys()))
      for (const user of this.#waiting.get(word) ?? []) found.add(user)
    return found
  }

  set(userId: UserId, words: readonly string[]): void {
    for (const word of this.of(userId)) {
      const key = word.toLowerCase()
      const waiting = this.#waiting.get(key)
      waiting?.delete(userId)
      if (waiting?.size === 0) this.#waiting.delete(key)
    }
    this.#byUser.set(userId, words)
    for (const word of words) {
      const key = word.toLowerCase()
      const waiting = this.#waiting.get(key)
      if (waiting) waiting.add(userId)
      else this.#waiting.set(key, new Set([userId]))
    }
  }
}

export const alertWordsCache = cache<AlertWords>({
  name: 'alert words',
  async load(tx, orgId) {
    const all = new AlertWords()
    for (const { user_id, words } of await store.list(tx, orgId)) all.set(user_id, words)
    return all
  },
}).on(alertWordsChanged, async (all, events, tx, orgId) => {
  const users = [...new Set(events.flatMap(({ audience }) => audience.users ?? []))]
  const rows = await store.list(tx, orgId, users)
  return () => {
    for (const user of users) all.set(user, [])
    for (const { user_id, words } of rows) all.set(user_id, words)
  }
})
