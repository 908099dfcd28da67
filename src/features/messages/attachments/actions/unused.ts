import type { Organization } from '#platform/organization'
import * as store from '../store.ts'
import { removeAttachments } from './attachment.ts'

export async function removeUnused(org: Organization, since: Date): Promise<void> {
  if (await org.db.read((tx) => store.anyForgotten(tx, org.id)))
    await org.transact(null, (mutation) => store.markForgotten(mutation.tx, org.id, mutation.now))
  for (;;) {
    const found = await org.db.read((tx) => store.unusedBefore(tx, org.id, since))
    if (found.length === 0) return
    await org.transact(null, async (mutation) => {
      // check again inside the transaction: a file may have been sent since
      await removeAttachments(mutation, await store.unusedBefore(mutation.tx, org.id, since))
    })
  }
}
