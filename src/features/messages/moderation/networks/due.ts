import { dueWork } from '#platform/timer'
import * as store from './store.ts'

const batch = 1_000

export const networkExpiry = dueWork({
  name: 'expired networks of first sign-ins',
  rows: store.expiring,
  async turn({ org, now }) {
    for await (const rows of store.expiring.pages(org, { now, size: batch }))
      await org.transact(null, ({ tx }) =>
        store.removeAll(
          tx,
          rows.map(({ id }) => id),
        ),
      )
  },
})
