import { dueWork } from '#platform/timer'
import { removeExpired } from './actions.ts'
import { expiring } from './store.ts'

const batch = 100

/** Deletes applications that no moderator has decided on. */
export const applicationExpiry = dueWork({
  name: 'expired applications',
  rows: expiring,
  async turn({ org, now }) {
    for await (const rows of expiring.pages(org, { now, size: batch }))
      await org.transact(null, async (mutation) => {
        for (const { id } of rows) await removeExpired(mutation, id)
      })
  },
})
