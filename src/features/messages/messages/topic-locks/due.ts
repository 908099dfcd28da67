import { dueWork } from '#platform/timer'
import { endLock } from './actions.ts'
import * as store from './store.ts'

const atOnce = 100

export const lockEndings = dueWork({
  name: 'topic lock expiry',
  rows: store.ending,
  async turn({ org, now }) {
    for await (const rows of store.ending.pages(org, { now, size: atOnce }))
      await org.transact(null, async (mutation) => {
        for (const row of rows) await endLock(mutation, row, now)
      })
  },
})
