import type { Organization } from '#platform/organization'
import * as store from '../store.ts'
import { removeAttachments } from './attachment.ts'

export async function removeUnused(org: Organization, since: Date): Promise<void> {
  if (await org.db.read((tx) => store.anyForgotten(tx, org.id)))
    await org.write(null, (act) => store.markForgotten(act.tx, org.id, act.now))
  for (;;) {
    const found = await org.db.read((tx) => store.unusedBefore(tx, org.id, since))
    if (found.length === 0) return
    await org.write(null, async (act) => {
      // check again inside the transaction: a file may have been sent since
      await removeAttachments(act, await store.unusedBefore(act.tx, org.id, since))
    })
  }
}
