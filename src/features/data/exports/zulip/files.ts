import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BlobStore } from '#platform/blobs'
import { blobKey } from '../../../messages/attachments/paths.ts'
import { pictureBlob } from '../../../people/organization/picture.ts'
import { avatarBlob } from '../../../people/users/avatars/identicon.ts'
import type { ExportCounts } from '../api.ts'
import type { Progress } from '../progress.ts'
import type { AccountRow } from './people.ts'
import { type Snapped, seconds } from './row.ts'
import type { TarPack } from './tar-pack.ts'

interface FileWriting {
  readonly blobs: BlobStore
  readonly orgId: number
  readonly pack: TarPack
  readonly counts: ExportCounts
  readonly progress: Progress
  readonly signal: AbortSignal | undefined
  emailOf(user: number): string
}

/** Writes the folder's files while the rows of its `records.json` are read. */
type Records = AsyncGenerator<object>

/** The upload time of pictures isn't stored. */
const someTime = 0

export async function* uploads(
  { blobs, orgId, pack, counts, progress, signal, emailOf }: FileWriting,
  rows: AsyncIterable<Snapped<'attachment'>>,
): Records {
  for await (const row of rows) {
    signal?.throwIfAborted()
    const stream: Readable | undefined = await blobs.stream(blobKey(row.path_id))
    if (stream) await pack.stream(`uploads/${row.path_id}`, row.size, stream)
    counts[stream ? 'uploads' : 'missing']++
    await progress.file()
    if (!stream) continue
    yield {
      realm_id: orgId,
      user_profile_id: row.owner_id,
      user_profile_email: emailOf(row.owner_id),
      path: row.path_id,
      s3_path: row.path_id,
      size: row.size,
      last_modified: seconds(row.created_at),
      content_type: null,
    }
  }
}

/** Uploaded avatars: the largest stored size stands for the original. */
export async function* avatars(writing: FileWriting, accounts: AsyncIterable<AccountRow>): Records {
  const { blobs, orgId, counts, pack, signal } = writing
  for await (const { id, email, avatar_source, avatar_key, avatar_version } of accounts) {
    if (avatar_source !== 'U' || avatar_key === null) continue
    signal?.throwIfAborted()
    const bytes = await blobs.get(avatarBlob(avatar_key, 'medium'))
    if (!bytes) {
      counts.missing++
      continue
    }
    const name = `${orgId}/${createHash('sha256').update(avatar_key).digest('hex').slice(0, 40)}`
    for (const path of [`${name}.png`, `${name}.original`]) {
      await pack.file(`avatars/${path}`, bytes)
      yield {
        ...record(orgId, path, bytes),
        user_profile_id: id,
        user_profile_email: email,
        avatar_version,
      }
    }
  }
}

export async function* emoji(writing: FileWriting, rows: AsyncIterable<Snapped<'custom_emoji'>>): Records {
  const { blobs, orgId, counts, pack, signal } = writing
  for await (const { name, file, author_id, deactivated } of rows) {
    signal?.throwIfAborted()
    const bytes = await blobs.get(pictureBlob(orgId, 'emoji', file))
    counts[bytes ? 'custom_emoji' : 'missing']++
    if (!bytes) continue
    const path = `${orgId}/emoji/images/${file}`
    for (const one of [path, `${path}.original`]) {
      await pack.file(`emoji/${one}`, bytes)
      yield { ...record(orgId, one, bytes), file_name: file, name, author: author_id, deactivated }
    }
  }
}

export async function* icons(writing: FileWriting, pictures: Readonly<Record<string, string>>): Records {
  const { blobs, orgId, counts, pack } = writing
  for (const [kind, file] of Object.entries(pictures)) {
    const bytes = await blobs.get(pictureBlob(orgId, 'realm', file))
    if (!bytes) {
      counts.missing++
      continue
    }
    for (const path of [`${orgId}/${kind}.png`, `${orgId}/${kind}.original`]) {
      await pack.file(`realm_icons/${path}`, bytes)
      yield record(orgId, path, bytes)
    }
  }
}

const record = (orgId: number, path: string, { length }: Buffer) => ({
  realm_id: orgId,
  path,
  s3_path: path,
  size: length,
  last_modified: someTime,
  content_type: null,
})
