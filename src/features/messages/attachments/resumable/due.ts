import type { Organization } from '#platform/organization'
import type { Server } from '#platform/serve'
import { removeUploads } from './actions.ts'
import * as store from './store.ts'

export async function removeExpired(org: Organization, { blobs, now }: Server): Promise<void> {
  const until = now()
  while ((await org.db.read((tx) => store.expired(tx, org.id, until))).length > 0)
    await removeUploads(org, blobs, (mutation) => store.expired(mutation.tx, mutation.org.id, until))
}
