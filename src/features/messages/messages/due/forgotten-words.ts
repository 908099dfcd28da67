import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { StepSize } from '../step-size.ts'
import { forgetWords, rareWords } from '../store/vocabulary.ts'

/** Per round. */
const wordsInRound = 100
/** perf: a rare word takes 10 ms of an embedded database with 200,000 messages, so let others in between. */
const steps = { first: 1, least: 1, most: wordsInRound }

interface Cycle {
  /** Log positions at the beginning of this cycle, and of the last one that came to the end. */
  begunAt: number
  cleanAt?: number
  /** The last word checked. */
  place?: string | undefined
}

const cycles = new WeakMap<Organization, Cycle>()

/**
 * Cycles through an organization's words and deletes those that no message contains anymore. perf: after a whole cycle,
 * it waits for a new event; otherwise each organization in memory would cost some seconds of CPU time a minute.
 */
export const forgottenWordsRepeated: Repeated = {
  name: 'forgotten words',
  everySecs: 60,
  async run(org, server) {
    const cycle = cycles.get(org) ?? { begunAt: org.position }
    cycles.set(org, cycle)
    if (cycle.place === undefined) {
      if (cycle.cleanAt !== undefined && cycle.cleanAt === org.position) return
      cycle.begunAt = org.position
    }
    const place = cycle.place ?? ''
    const { rare, last, isBehind } = await org.db.read((tx) => rareWords(tx, org.id, place, wordsInRound))
    if (isBehind) return
    const size = new StepSize(steps)
    for (let done = 0; done < rare.length; ) {
      if (server.isStopping) return
      const some = rare.slice(done, done + size.count)
      const areChecked = await org.db.transaction((tx) => {
        size.begin()
        return forgetWords(tx, org.id, some)
      })
      if (!areChecked) return
      size.end()
      done += some.length
      cycle.place = some.at(-1)
    }
    cycle.place = last
    if (last === undefined) cycle.cleanAt = cycle.begunAt
  },
}
