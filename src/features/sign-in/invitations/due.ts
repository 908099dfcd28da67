import { dueWork } from '#platform/timer'
import { remindInvited } from './actions.ts'
import { toRemindOf } from './store.ts'

const batch = 100

/** Sends reminders of invitations that end soon; each is marked as sent in the same transaction. */
export const reminding = dueWork({
  name: 'invitation reminders',
  rows: toRemindOf,
  async turn({ org, now }) {
    for await (const rows of toRemindOf.pages(org, { now, size: batch }))
      for (const { id } of rows) await org.transact(null, (mutation) => remindInvited(mutation, id))
  },
})
