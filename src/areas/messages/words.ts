import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import type { Term } from './narrow/terms.ts'
import { takeWords } from './store/words.ts'

/** perf: 0.1 ms each; nothing else moves while the embedded database takes a step. */
const step = { unhurried: 40, searching: 1_000 }

async function takeAll(org: Organization, limit: number): Promise<void> {
  while ((await org.db.transaction((tx) => takeWords(tx, org.id, limit))) === limit) await nextTurn()
}

/** Whoever searches finds what was sent just now: what is not yet in the index goes there first. */
export async function beforeSearch(org: Organization, terms: readonly Term[]): Promise<void> {
  if (terms.some(({ operator }) => operator === 'search')) await takeAll(org, step.searching)
}

/** Keeps the index close behind, so that nobody's search has much to wait for. */
export const wordsRepeated: Repeated = {
  name: 'words of messages',
  everySecs: 1,
  run: (org) => takeAll(org, step.unhurried),
}
