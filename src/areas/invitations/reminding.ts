import type { DueWork } from '#platform/timer'
import { remindInvited } from './actions.ts'
import * as store from './store.ts'

/** Read at a time. */
const batch = 100

/** Reminds people of invitations that end soon; each reminder, and the mark that it was sent, is one act. */
export const reminding: DueWork = {
  name: 'invitation reminders',
  nextDue: store.nextReminder,
  async run(place, now) {
    for (;;) {
      const rows = await place.db.read((tx) => store.toRemindOf(tx, now, batch))
      for (const { id, org_id } of rows) {
        const org = await place.organization(org_id)
        await org.write(null, (act) => remindInvited(act, id))
      }
      if (rows.length < batch) return
    }
  },
}
