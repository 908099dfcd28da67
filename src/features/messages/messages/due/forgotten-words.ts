import { cache } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { attachmentRemoved } from '../../attachments/api.ts'
import { messageDeleted } from '../api/delete.ts'
import { messageUpdated } from '../api/edit.ts'
import { StepSize } from '../step-size.ts'
import { forgetWords, rareWords } from '../store/vocabulary.ts'

/** Per round. */
const wordsInRound = 100
/** perf: a rare word takes 10 ms of an embedded database with 200,000 messages, so let others in between. */
const steps = { first: 1, least: 1, most: wordsInRound }

interface Cleanup {
  /** Whether text was removed since the last cycle began. */
  isDue: boolean
  /** The last word checked; undefined between cycles. */
  place: string | undefined
}

/** The cleanup's progress in this process. It starts with a cycle, because an earlier one may not have finished. */
export const forgottenWordsCache = cache<Cleanup>({
  name: 'forgotten words',
  load: async () => ({ isDue: true, place: undefined }),
})
  .on(messageUpdated, (cleanup, events) => () => {
    if (events.some(({ payload }) => !payload.rendering_only)) cleanup.isDue = true
  })
  .on([messageDeleted, attachmentRemoved], (cleanup) => () => {
    cleanup.isDue = true
  })

/**
 * Cycles through an organization's words and deletes those that no message contains anymore. perf: a cycle only begins
 * after messages or files were changed or deleted; otherwise each organization in memory would cost some seconds of CPU
 * time a minute.
 */
export const forgottenWordsRepeated: Repeated = {
  name: 'forgotten words',
  everySecs: 60,
  async run(org, server) {
    const cleanup = org.get(forgottenWordsCache)
    if (cleanup.place === undefined) {
      if (!cleanup.isDue) return
      cleanup.isDue = false
      cleanup.place = ''
    }
    const { place } = cleanup
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
      cleanup.place = some.at(-1)
    }
    cleanup.place = last
  },
}
