import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { StepSize } from '../step-size.ts'
import { forgetWords } from '../store/vocabulary.ts'

/** In each round. */
const wordsInRound = 100
/** perf: a rare word takes some ten milliseconds of an embedded database with 200,000 messages, so that others go between. */
const steps = { first: 1, least: 1, most: wordsInRound }

/** Where each organization goes on. */
const places = new WeakMap<Organization, string>()

/** Goes round the words of an organization and forgets those that no message holds any more: deleted, or edited away. */
export const forgottenWordsRepeated: Repeated = {
  name: 'forgotten words',
  everySecs: 60,
  async run(org, server) {
    const size = new StepSize(steps)
    for (let left = wordsInRound; left > 0 && !server.isStopping; ) {
      const place = places.get(org)
      const count = Math.min(size.count, left)
      const last = await org.db.transaction((tx) => {
        size.begin()
        return forgetWords(tx, org.id, place ?? '', count)
      })
      size.end()
      left -= count
      if (last === undefined) places.delete(org)
      else places.set(org, last)
      // at the end, or where words are taken first
      if (last === undefined || last === place) return
    }
  },
}
