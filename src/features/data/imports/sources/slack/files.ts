import { link } from '../../../../integrations/incoming-webhooks/public.ts'
import type { Archive, ArchivedFile } from '../../containers/archive.ts'
import { type Fields, fieldIn, isSet, lineIn, numberIn, recordsIn, textIn } from '../../containers/fields.ts'
import type { FileSource, Loss } from '../../records.ts'
import { label, type MarkedText } from '../marked-text.ts'
import type { VendorFiles } from '../vendor-files.ts'

const gone = /^(?:tombstone|hidden_by_limit)$/
const denied = /^(?:access_denied|file_not_found)$/

/** Files of messages: in the archive if a tool downloaded them, otherwise on Slack's servers. */
export class SlackFiles {
  readonly #vendor: VendorFiles
  readonly #lose: (loss: Loss) => void
  readonly #fetched = new Map<string, ArchivedFile>()

  constructor(archive: Archive, vendor: VendorFiles, lose: (loss: Loss) => void) {
    this.#vendor = vendor
    this.#lose = lose
    for (const file of archive.files.values()) {
      const id =
        /(?:^|\/)__uploads\/(F[A-Z0-9]+)\/[^/]+$/.exec(file.name)?.[1] ??
        /\/attachments\/(F[A-Z0-9]+)-[^/]+$/.exec(file.name)?.[1]
      if (id !== undefined) this.#fetched.set(id, file)
    }
  }

  of(message: Fields, marked: MarkedText, where: string): { files: FileSource[]; marks: string[] } {
    const listed = recordsIn(message, 'files')
    const single = fieldIn(message, 'file')
    const files: FileSource[] = []
    const marks = (listed.length > 0 ? listed : single ? [single] : []).map((one) => {
      const name = lineIn(one, 'name') ?? lineIn(one, 'title') ?? 'file'
      const file = this.#file(one, name)
      if (file) return marked.mark({ file: files.push(file) - 1 })
      const url = textIn(one, 'url_private') ?? textIn(one, 'permalink')
      if (textIn(one, 'mode') === 'external' || isSet(one, 'is_external'))
        return url ? link(url, label(lineIn(one, 'title') ?? name)) : label(name)
      this.#lose({ loss: 'Files missing from the export', where: `${where} ${name}` })
      return `*${label(name).replaceAll('*', '')} (not in the export)*`
    })
    return { files, marks }
  }

  #file(one: Fields, name: string): FileSource | undefined {
    const size = numberIn(one, 'size')
    const contentType = lineIn(one, 'mimetype')
    const key = textIn(one, 'id')
    const fetched = this.#fetched.get(key ?? '')
    if (fetched) return { key, name, size: fetched.size, contentType, open: () => fetched.open() }
    const mode = textIn(one, 'mode') ?? ''
    if (gone.test(mode) || denied.test(textIn(one, 'file_access') ?? '')) return undefined
    if (mode === 'external' || isSet(one, 'is_external')) return undefined
    const url = textIn(one, 'url_private_download') ?? textIn(one, 'url_private')
    return this.#vendor.file(url, { key, name, size, contentType })
  }
}
