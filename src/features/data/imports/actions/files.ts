import type { UserId } from '#contract'
import type { ImportedFile } from '../../../messages/attachments/actions/imported.ts'
import { examine } from '../../../messages/attachments/actions/upload.ts'
import { uploadSpaceCache } from '../../../messages/attachments/cache.ts'
import { newPathId, shownName } from '../../../messages/attachments/file-names.ts'
import { blobKey, uploadUrl } from '../../../messages/attachments/paths.ts'
import { withCopy } from '../file-copy.ts'
import type { Import } from '../import.ts'
import type { FileSource, MessageRecord } from '../records.ts'
import { filePaths, mappedAmong } from '../store.ts'

/** A file of messages, whose bytes are in the blob store. */
export interface KeptFile {
  readonly name: string
  readonly url: string
  readonly key: string | undefined
  id: number | undefined
  readonly row: Omit<ImportedFile, 'owner_id' | 'created_at'> | undefined
}

/** Undefined for a file that can't be read. */
export type KeptFiles = ReadonlyMap<FileSource, KeptFile | undefined>

const maxPerFile = 4 * 2 ** 30

export async function keepFiles(
  one: Import,
  records: readonly MessageRecord[],
  known: Map<string, KeptFile>,
): Promise<KeptFiles> {
  const kept = new Map<FileSource, KeptFile | undefined>()
  const sources = records.flatMap(({ files, key }) => files.map((file) => ({ file, where: key })))
  if (sources.length === 0) return kept
  await findKnown(one, sources, known)
  let bytes = one.org.get(uploadSpaceCache).bytes
  for (const { file, where } of sources) {
    const before = file.key === undefined ? undefined : known.get(file.key)
    if (before) {
      kept.set(file, before)
      continue
    }
    try {
      const fresh = await keepFile(one, file, bytes)
      bytes += fresh.row?.size ?? 0
      kept.set(file, fresh)
      if (file.key !== undefined) known.set(file.key, fresh)
    } catch (error) {
      one.report.lose({
        loss: 'Files that cannot be read',
        where: `${where}: ${file.name}: ${(error as Error).message}`,
      })
      kept.set(file, undefined)
    }
  }
  return kept
}

async function findKnown(
  { org, job }: Import,
  sources: readonly { file: FileSource }[],
  known: Map<string, KeptFile>,
): Promise<void> {
  const keys = sources.flatMap(({ file: { key } }) => (key === undefined || known.has(key) ? [] : [key]))
  if (keys.length === 0) return
  await org.db.read(async (tx) => {
    const rows = await mappedAmong(tx, job.origin_id, 'file', keys)
    const paths = new Map(
      (
        await filePaths(
          tx,
          rows.map(({ mapped_id }) => mapped_id),
        )
      ).map((row) => [row.id, row]),
    )
    for (const { key, mapped_id } of rows) {
      const path = paths.get(mapped_id)
      if (path) known.set(key, { name: path.name, url: uploadUrl(path.path_id), key, id: path.id, row: undefined })
    }
  })
}

function keepFile({ org, blobs, scratch, quota }: Import, file: FileSource, bytes: number): Promise<KeptFile> {
  const left = quota === null ? maxPerFile : Math.min(maxPerFile, quota * 2 ** 20 - bytes)
  if ((file.size ?? 0) > left) throw new Error('there is no room for it')
  return withCopy(file, { folder: scratch, most: left }, async (path, size) => {
    const name = shownName(file.name)
    const path_id = newPathId(org.id, name)
    const facts = await examine({ path, mimeType: file.contentType ?? '' }, name)
    await blobs.put(blobKey(path_id), { path })
    return { name, url: uploadUrl(path_id), key: file.key, id: undefined, row: { path_id, name, size, ...facts } }
  })
}

/** The first sender owns the file. */
export const fileRow = ({ row }: KeptFile, owner_id: UserId, created_at: Date): ImportedFile[] =>
  row ? [{ ...row, owner_id, created_at }] : []
