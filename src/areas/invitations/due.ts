import { dueWork } from '#platform/timer'
import { remindInvited } from './actions.ts'
import { toRemindOf } from './store.ts'

/** Read at a time. */
const batch = 100

/** Reminds people of invitations that end soon; each reminder, and the mark that it was sent, is one act. */
export const reminding = dueWork({
  name: 'invitation reminders',
  rows: toRemindOf,
  async turn({ org, now }) {
    for await (const rows of toRemindOf.pages(org, { now, size: batch }))
      for (const { id } of rows) await org.write(null, (act) => remindInvited(act, id))
  },
})
