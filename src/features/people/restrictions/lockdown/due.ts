import { dueWork } from '#platform/timer'
import { endIfExpired } from './actions.ts'
import * as store from './store.ts'

export const lockdownEndings = dueWork({
  name: 'expired lockdowns',
  rows: store.ending,
  async turn({ org, now }) {
    for await (const rows of store.ending.pages(org, { now, size: 1 }))
      await org.transact(null, async (mutation) => {
        for (const row of rows) await endIfExpired(mutation, row, now)
      })
  },
})
