import { dueWork } from '#platform/timer'
import { endDue } from './actions.ts'
import * as store from './store.ts'

/** Mutes ended in one act. */
const batch = 20

/** Ends timed mutes, even late; ending each and deleting its row is one act. */
export const endingMutes = dueWork({
  name: 'ends of mutes',
  rows: store.waiting,
  async turn({ org, now }) {
    for await (const rows of store.waiting.pages(org, { now, size: batch }))
      await org.transact(null, (mutation) =>
        endDue(
          mutation,
          rows.map(({ id }) => id),
          now,
        ),
      )
  },
})
