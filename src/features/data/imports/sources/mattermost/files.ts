import type { Archive } from '../../containers/archive.ts'
import { type Fields, recordsIn, textIn } from '../../containers/fields.ts'
import type { FileSource, Loss } from '../../records.ts'

/** A file by its path in a line; some exports leave out the folder `data`. */
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
    if (!file) lose({ loss: 'Files missing from the export', where: `${where} ${path}` })
    return file ?? []
  })
}
