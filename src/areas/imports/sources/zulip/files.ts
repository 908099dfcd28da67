import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { safePath } from '../../containers/bounds.ts'
import { rowsOf } from '../../containers/json-list.ts'
import { type FileSource, Unreadable } from '../../records.ts'
import { FileRow } from './row.ts'

/** A file below one of the archive's folders, which may not be there. */
export function fileAt(root: string, folder: string, path: string, name: string, key?: string): FileSource {
  const safe = safePath(path)
  const full = safe === undefined ? undefined : join(root, folder, safe)
  return {
    key,
    name,
    async open() {
      const found = full === undefined ? undefined : await stat(full).catch(() => undefined)
      if (!full || !found?.isFile()) throw new Unreadable('it is not in the archive')
      return createReadStream(full)
    },
  }
}

/** The rows of a folder's list of files, as far as they can be read. */
export async function filesIn(root: string, folder: string) {
  const rows = []
  try {
    for await (const { row } of rowsOf(createReadStream(join(root, folder, 'records.json')))) {
      const one = FileRow.safeParse(row)
      if (one.success) rows.push(one.data)
    }
  } catch {
    // the files that it lists are still to be had by their paths
  }
  return rows
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
