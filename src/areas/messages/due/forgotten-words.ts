import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { forgetWords } from '../store/vocabulary.ts'

/** perf: a hundred words take some ten milliseconds of the database. */
const wordsAtOnce = 100

/** Where each organization goes on. */
const places = new WeakMap<Organization, string>()

/** Goes round the words of an organization and forgets those that no message holds any more: deleted, or edited away. */
export const forgottenWordsRepeated: Repeated = {
  name: 'forgotten words',
  everySecs: 60,
  async run(org) {
    const last = await org.db.transaction((tx) => forgetWords(tx, org.id, places.get(org) ?? '', wordsAtOnce))
    if (last === undefined) places.delete(org)
    else places.set(org, last)
  },
}
