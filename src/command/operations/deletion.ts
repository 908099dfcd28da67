import { raw } from '#platform/db'
import { removeRows } from '#platform/moves'
import type { Runtime } from '#platform/runtime'
import { archiveKey } from '../../features/data/exports/public.ts'
import { blobsOf, performRemovals } from '../../features/messages/attachments/due.ts'
import { heldIn } from '../../features/messages/legal-holds/access.ts'
import { organizationCache } from '../../features/people/organization/cache.ts'
import { pictureBlob } from '../../features/people/organization/picture.ts'
import { closeOrganization } from '../../features/people/organization-settings/actions/close.ts'
import { type AvatarSize, avatarBlob, avatarSizes } from '../../features/people/users/avatars/identicon.ts'
import { FailedError } from '../errors.ts'
import { organizationNamed } from './organizations.ts'

/** Rows per transaction. */
const batch = 1_000

/**
 * Deletes an organization permanently: deactivates it, then deletes its files, its rows, and its own row. If
 * interrupted, the organization stays deactivated, and running it again continues.
 */
export async function deleteOrganization(
  { registry }: Runtime,
  input: { org?: string | undefined },
): Promise<{ subdomain: string; name: string; files: number; rows: number }> {
  const org = await organizationNamed(registry.home, input.org)
  const runtime = registry.runtimeOf(org)
  const { subdomain, name } = org.get(organizationCache)
  const { everything, channels, people } = await runtime.db.read((tx) => heldIn(tx, org.id))
  if (everything || channels.size > 0 || people.length > 0)
    throw new FailedError(`${name} has legal holds; an owner must end them first`)
  await closeOrganization(org, null)
  await performRemovals(org, runtime.blobs)
  const gone = await eraseOrganization(runtime, org.id)
  await runtime.gone(org.id)
  await registry.release(subdomain, runtime)
  return { subdomain, name, ...gone }
}

/** Deletes the files and rows of an organization that's not in use. */
export async function eraseOrganization(runtime: Runtime, orgId: number): Promise<{ files: number; rows: number }> {
  const files = await deleteFiles(runtime, orgId)
  return { files, rows: await removeRows(runtime.db.driver, orgId) }
}

/** Call before deleting the rows that refer to them. */
async function deleteFiles(runtime: Runtime, orgId: number): Promise<number> {
  const { blobs } = runtime
  let count = 0
  const all = async <R extends { id: number }>(sql: string, keysOf: (row: R) => string[]) => {
    for (let after = 0; ; ) {
      const rows = await runtime.db.read((tx) =>
        raw<R>(tx, `${sql} and id > $2 order by id limit ${batch}`, [orgId, after]),
      )
      for (const key of rows.flatMap(keysOf)) {
        await blobs.delete(key)
        count++
      }
      if (rows.length < batch) return
      after = rows.at(-1)?.id as number
    }
  }
  await all<{ id: number; path_id: string }>('select id, path_id from attachment where org_id = $1', ({ path_id }) =>
    blobsOf(path_id),
  )
  await all<{ id: number; avatar_key: string }>(
    'select id, avatar_key from account where org_id = $1 and avatar_key is not null',
    ({ avatar_key }) => (Object.keys(avatarSizes) as AvatarSize[]).map((size) => avatarBlob(avatar_key, size)),
  )
  await all<{ id: number; file: string; still_file: string | null }>(
    'select id, file, still_file from custom_emoji where org_id = $1',
    ({ file, still_file }) =>
      [file, still_file].flatMap((one) => (one === null ? [] : [pictureBlob(orgId, 'emoji', one)])),
  )
  await all<{ id: number; org_id: number; token: string }>(
    'select id, org_id, token from realm_export where org_id = $1',
    (row) => [archiveKey(row)],
  )
  const facts = await runtime.db.read((tx) =>
    tx.selectFrom('organization').select('pictures').where('id', '=', orgId).executeTakeFirst(),
  )
  for (const file of Object.values((facts?.pictures ?? {}) as Record<string, string>)) {
    await blobs.delete(pictureBlob(orgId, 'realm', file))
    count++
  }
  return count
}
