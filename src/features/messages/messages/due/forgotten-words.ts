import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { StepSize } from '../step-size.ts'
import { forgetWords } from '../store/vocabulary.ts'

/** Per round. */
const wordsInRound = 100
/** perf: a rare word takes 10 ms of an embedded database with 200,000 messages, so let others in between. */
const steps = { first: 1, least: 1, most: wordsInRound }

const places = new WeakMap<Organization, string>()

/** Cycles through an organization's words and deletes those that no message contains anymore. */
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
      // at the end, or while words are still being indexed
      if (last === undefined || last === place) return
    }
  },
}
