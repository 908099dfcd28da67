import type { BlobStore } from '#platform/blobs'
import { anyOf, raw } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import { serverThumbnailFormats } from '../../people/organization/register-constants.ts'
import { blobKey } from './paths.ts'

export const blobsOf = (pathId: string): string[] => [
  blobKey(pathId),
  ...serverThumbnailFormats.map(({ name }) => `${blobKey(pathId)}.${name}`),
]

export const removeBlobs = (mutation: Mutation, pathIds: readonly string[]): Promise<void> =>
  removeBlobKeys(mutation, pathIds.flatMap(blobsOf))

/** After the commit. Keys are stored in the transaction, so a crash neither deletes them early nor forgets them. */
export async function removeBlobKeys(mutation: Mutation, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await raw(mutation.tx, 'insert into blob_removal (org_id, key) select $1, key from unnest($2::text[]) r(key)', [
    mutation.org.id,
    keys,
  ])
}

/** Deletes the recorded blobs, after a commit and at intervals. Safe to run twice or in several processes. */
export async function performRemovals(org: Organization, blobs: BlobStore): Promise<void> {
  for (;;) {
    const rows = await org.db.read((tx) =>
      tx
        .selectFrom('blob_removal')
        .select(['id', 'key'])
        .where('org_id', '=', org.id)
        .orderBy('id')
        .limit(100)
        .execute(),
    )
    if (rows.length === 0) return
    for (const { key } of rows) await blobs.delete(key)
    const ids = rows.map(({ id }) => id)
    await org.transact(null, ({ tx }) => tx.deleteFrom('blob_removal').where('id', '=', anyOf(ids)).execute())
  }
}
