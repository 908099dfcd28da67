import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { safePath } from '../../containers/bounds.ts'
import { rowsOf } from '../../containers/json-list.ts'
import { type FileSource, Unreadable } from '../../records.ts'
import { FileRow } from './row.ts'

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

export async function filesIn(root: string, folder: string) {
  const rows = []
  try {
    for await (const { row } of rowsOf(createReadStream(join(root, folder, 'records.json')))) {
      const one = FileRow.safeParse(row)
      if (one.success) rows.push(one.data)
    }
  } catch {
    // the listed files can still be found by their paths
  }
  return rows
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
