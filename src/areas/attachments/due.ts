import type { BlobStore } from '#platform/blobs'
import { anyOf, raw } from '#platform/db'
import type { Act, Organization } from '#platform/organization'
import { serverThumbnailFormats } from '../organization/register-constants.ts'
import { blobKey } from './paths.ts'

/** The blobs of an uploaded file: its bytes, and thumbnails where somebody has looked at them. */
export const blobsOf = (pathId: string): string[] => [
  blobKey(pathId),
  ...serverThumbnailFormats.map(({ name }) => `${blobKey(pathId)}.${name}`),
]

/** Deletes the blobs of files once the act is committed. */
export const removeBlobs = (act: Act, pathIds: readonly string[]): Promise<void> =>
  removeBlobKeys(act, pathIds.flatMap(blobsOf))

/** Deletes blobs once the act is committed: a crash before that keeps them, and one after it forgets none. */
export async function removeBlobKeys(act: Act, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await raw(act.tx, 'insert into blob_removal (org_id, key) select $1, key from unnest($2::text[]) r(key)', [
    act.org.id,
    keys,
  ])
}

/** Does what is noted, after a commit and again by the clock. Doing it twice, or in two processes, does no harm. */
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
    await org.write(null, ({ tx }) => tx.deleteFrom('blob_removal').where('id', '=', anyOf(ids)).execute())
  }
}
