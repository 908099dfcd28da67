import { dayMs } from '#contract'
import type { Repeated } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import * as store from './store.ts'

/** Servers give up after days, so a later mail with the same id is a new one. */
const keptMs = 30 * dayMs

export const forgetMails: Repeated = {
  name: 'received mails',
  everySecs: 3_600,
  run: (org) =>
    org.db.transaction(
      async (tx) => void (await store.removeBefore(tx, org.id, new Date(org.now().getTime() - keptMs))),
    ),
  ages: (org) => oldestReaches(org, { table: 'received_mail', column: 'received_at' }, keptMs),
}
