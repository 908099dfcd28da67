import type { BlobStore } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import { blobKey } from '../../../messages/attachments/paths.ts'
import { pictureBlob } from '../../../people/organization/picture.ts'
import { avatarBlob } from '../../../people/users/avatars/identicon.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { customEmojiCache } from '../../../text/custom-emoji/cache.ts'
import type { ExportCounts } from '../api.ts'
import type { Progress } from '../progress.ts'
import * as store from './store.ts'
import type { TarWriter } from './tar.ts'

interface FileWriting {
  readonly org: Organization
  readonly blobs: BlobStore
  readonly tar: TarWriter
  readonly signal: AbortSignal | undefined
  readonly counts: ExportCounts
  readonly progress: Progress
}

const uploadsAtOnce = 200

/** Files of the exported messages, and lists of them; a missing file is only listed. */
export async function writeUploads(writing: FileWriting, ids: readonly number[]): Promise<void> {
  const { org, blobs, tar, counts, progress } = writing
  for (let start = 0; start < ids.length; start += uploadsAtOnce) {
    const rows = await org.db.read((tx) => store.uploadsById(tx, org.id, ids.slice(start, start + uploadsAtOnce)))
    const listed: object[] = []
    for (const row of rows) {
      writing.signal?.throwIfAborted()
      const stream = await blobs.stream(blobKey(row.path_id))
      const file = stream ? `uploads/files/${row.id}` : null
      if (stream && file) await tar.stream(file, row.size, stream)
      if (file) counts.uploads++
      else counts.missing++
      listed.push({ ...row, file })
      await progress.file()
    }
    const number = String(start / uploadsAtOnce + 1).padStart(6, '0')
    await tar.file(`uploads/${number}.json`, `${JSON.stringify(listed, null, 1)}\n`)
  }
}

export async function writePeople({ org, blobs, tar, signal, counts }: FileWriting): Promise<void> {
  for (const { id, avatarSource, avatarKey } of org.get(peopleCache).all()) {
    if (avatarSource !== 'U' || avatarKey === null) continue
    signal?.throwIfAborted()
    const bytes = await blobs.get(avatarBlob(avatarKey, 'medium'))
    if (bytes) await tar.file(`avatars/${id}.png`, bytes)
    else counts.missing++
  }
}

export async function writeEmoji({ org, blobs, tar, signal, counts }: FileWriting): Promise<void> {
  for (const { id, source_url } of org.get(customEmojiCache).byId.values()) {
    signal?.throwIfAborted()
    const name = source_url.slice(source_url.lastIndexOf('/') + 1)
    const bytes = await blobs.get(pictureBlob(org.id, 'emoji', name))
    if (bytes) await tar.file(`emoji/${id}.${name.endsWith('gif') ? 'gif' : 'png'}`, bytes)
    counts[bytes ? 'custom_emoji' : 'missing']++
  }
}
