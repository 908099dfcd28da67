import { dueWork } from '#platform/timer'
import { peopleMirror } from '../users/mirror.ts'
import { endStatus } from './actions.ts'
import * as store from './store.ts'

const peopleAtOnce = 100

export const endings = dueWork({
  name: 'statuses that end',
  rows: store.ending,
  async turn({ org, now }) {
    for (;;) {
      const userIds = await org.db.read((tx) => store.ending.people(tx, org.id, now, peopleAtOnce))
      await org.write(null, async (act) => {
        for (const id of userIds) {
          const account = act.get(peopleMirror).byId.get(id)
          if (account) await endStatus(act, account, now)
        }
      })
      if (userIds.length < peopleAtOnce) return
    }
  },
})
