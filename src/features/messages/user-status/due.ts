import { dueWork } from '#platform/timer'
import { peopleCache } from '../../people/users/cache.ts'
import { endStatus } from './actions.ts'
import * as store from './store.ts'

const peopleAtOnce = 100

export const endings = dueWork({
  name: 'statuses that end',
  rows: store.ending,
  async turn({ org, now }) {
    for (;;) {
      const userIds = await org.db.read((tx) => store.ending.people(tx, org.id, now, peopleAtOnce))
      await org.transact(null, async (mutation) => {
        for (const id of userIds) {
          const account = mutation.get(peopleCache).byId.get(id)
          if (account) await endStatus(mutation, account, now)
        }
      })
      if (userIds.length < peopleAtOnce) return
    }
  },
})
