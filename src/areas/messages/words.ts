import { setTimeout as pause } from 'node:timers/promises'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import type { Term } from './narrow/terms.ts'
import { takeWords } from './store/words.ts'

/** perf: 0.1 ms for each; nothing else moves while the embedded database takes a step. */
const unhurried = { first: 10, largest: 80, grows: 5, pauseMs: 20 }
const searching = 1_000

const take = (org: Organization, limit: number) => org.db.transaction((tx) => takeWords(tx, org.id, limit))

/** Whoever searches finds what was sent just now: what is not yet in the index goes there first. */
export async function beforeSearch(org: Organization, terms: readonly Term[]): Promise<void> {
  if (!terms.some(({ operator }) => operator === 'search')) return
  while ((await take(org, searching)) === searching);
}

/** Keeps the index close behind, so that nobody's search has much to wait for: in small steps where that is enough. */
export const wordsRepeated: Repeated = {
  name: 'words of messages',
  everySecs: 1,
  async run(org, runtime) {
    let limit = unhurried.first
    for (let steps = 1; !runtime.isStopping && (await take(org, limit)) === limit; steps++) {
      await pause(unhurried.pauseMs)
      if (steps % unhurried.grows === 0) limit = Math.min(limit * 2, unhurried.largest)
    }
  },
}
