import { decodedComponent } from '#contract'
import type { Archive } from '../../containers/archive.ts'
import { folderOf } from '../../containers/archive.ts'
import { type Fields, lineIn, numberIn, recordsIn, textIn } from '../../containers/fields.ts'
import type { FileSource, Loss } from '../../records.ts'
import type { VendorFiles } from '../vendor-files.ts'

/** Attachments: in the archive if the exporter downloaded them, otherwise on Discord's servers for a day. */
export class DiscordFiles {
  readonly #archive: Archive
  readonly #vendor: VendorFiles
  readonly #lose: (loss: Loss) => void

  constructor(archive: Archive, vendor: VendorFiles, lose: (loss: Loss) => void) {
    this.#archive = archive
    this.#vendor = vendor
    this.#lose = lose
  }

  of(message: Fields, document: string, where: string): FileSource[] {
    return recordsIn(message, 'attachments').flatMap((one) => {
      const name = (lineIn(one, 'fileName') ?? 'file').replace(/^SPOILER_/, '')
      const file = this.file(textIn(one, 'url'), document, name, numberIn(one, 'fileSizeBytes'))
      if (!file)
        this.#lose({ loss: 'Files that are neither in the export nor with Discord', where: `${where} ${name}` })
      return file ? { ...file, key: textIn(one, 'id') } : []
    })
  }

  /** Finds a file by URL, or by path relative to the document, with the exporting machine's path separators. */
  file(url: string | undefined, document: string, name: string, size?: number): FileSource | undefined {
    if (url === undefined) return undefined
    if (/^https?:/i.test(url)) return this.#vendor.file(url, { name, size })
    const file = this.#inArchive(url, document)
    return file && { name, size: file.size, open: () => file.open() }
  }

  #inArchive(url: string, document: string) {
    const plain = url.replaceAll('\\', '/').replace(/^\.\//, '')
    return [plain, decodedComponent(plain)]
      .map((path) => this.#archive.files.get(folderOf(document) + path))
      .find(Boolean)
  }
}
