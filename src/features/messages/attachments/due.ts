import type { BlobStore } from '#platform/blobs'
import type { Mutation, Organization } from '#platform/organization'
import { serverThumbnailFormats } from '../../people/organization/register-constants.ts'
import { blobKey } from './paths.ts'
import { deleteBlobRemovals, insertBlobRemovals, nextBlobRemovals } from './store.ts'

export const blobsOf = (pathId: string): string[] => [
  blobKey(pathId),
  ...serverThumbnailFormats.map(({ name }) => `${blobKey(pathId)}.${name}`),
]

export const removeBlobs = (mutation: Mutation, pathIds: readonly string[]): Promise<void> =>
  removeBlobKeys(mutation, pathIds.flatMap(blobsOf))

/** After the commit. Keys are stored in the transaction, so a crash neither deletes them early nor forgets them. */
export async function removeBlobKeys(mutation: Mutation, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await insertBlobRemovals(mutation.tx, mutation.org.id, keys)
}

/** Deletes the recorded blobs, after a commit and at intervals. Safe to run twice or in several processes. */
export async function performRemovals(org: Organization, blobs: BlobStore): Promise<void> {
  for (;;) {
    const rows = await org.db.read((tx) => nextBlobRemovals(tx, org.id))
    if (rows.length === 0) return
    for (const { key } of rows) await blobs.delete(key)
    const ids = rows.map(({ id }) => id)
    await org.transact(null, ({ tx }) => deleteBlobRemovals(tx, ids))
  }
}
