import { mirror } from '#platform/organization'
import * as store from './store.ts'

/** Everybody's alert words, in memory: each message that is sent is looked through for those of its receivers. */
export class AlertWords {
  readonly byUser = new Map<number, readonly string[]>()

  of(userId: number): readonly string[] {
    return this.byUser.get(userId) ?? []
  }
}

export const alertWordsMirror = mirror<AlertWords>({
  name: 'alert words',
  async load(tx, orgId) {
    const all = new AlertWords()
    for (const { user_id, words } of await store.list(tx, orgId)) all.byUser.set(user_id, words)
    return all
  },
  follow: {
    async alert_words(all, events, tx, orgId) {
      const users = [...new Set(events.flatMap(({ audience }) => audience.users ?? []))]
      for (const user of users) all.byUser.delete(user)
      for (const { user_id, words } of await store.list(tx, orgId, users)) all.byUser.set(user_id, words)
    },
  },
})
