import type { Archive } from '../../containers/archive.ts'
import { type Fields, recordsIn, textIn } from '../../containers/fields.ts'
import type { FileSource, Loss } from '../../records.ts'

/** A file by the path that a line has for it; the folder `data` is said by some exports and left out by others. */
export function fileAt(archive: Archive, path: string): FileSource | undefined {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.?\/)*(?:data\/)?/, '')
  const file = [`data/${plain}`, plain, `data/data/${plain}`].map((name) => archive.files.get(name)).find(Boolean)
  if (!file) return undefined
  return { key: file.name, name: plain.split('/').at(-1) ?? 'file', size: file.size, open: () => file.open() }
}

export function filesOf(post: Fields, archive: Archive, where: string, lose: (loss: Loss) => void): FileSource[] {
  return recordsIn(post, 'attachments').flatMap((one) => {
    const path = textIn(one, 'path') ?? ''
    const file = fileAt(archive, path)
    if (!file) lose({ loss: 'Files that the export does not have', where: `${where} ${path}` })
    return file ?? []
  })
}
