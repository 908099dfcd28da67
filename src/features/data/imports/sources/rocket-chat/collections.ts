import { type Archive, type ArchivedFile, folderOf } from '../../containers/archive.ts'
import type { Bounds } from '../../containers/bounds.ts'
import { bsonDocuments } from '../../containers/bson-documents.ts'
import type { Fields } from '../../containers/fields.ts'
import { type SourceMeans, Unreadable } from '../../records.ts'

const messages = /(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/

export class Collections {
  readonly #archive: Archive
  readonly #folder: string
  readonly #bounds: Bounds
  readonly #means: Pick<SourceMeans, 'lose' | 'meter'>

  constructor(archive: Archive, bounds: Bounds, means: Pick<SourceMeans, 'lose' | 'meter'>) {
    this.#archive = archive
    this.#bounds = bounds
    this.#means = means
    const found = [...archive.files.keys()].find((name) => messages.test(name))
    if (found === undefined)
      throw new Unreadable('This is no dump of Rocket.Chat: there is no rocketchat_message.bson (or .bson.gz) in it.')
    this.#folder = folderOf(found)
  }

  /** Documents of a collection, which can be missing; reports what can't be parsed. */
  async *documents(name: string): AsyncGenerator<Fields> {
    const file = this.#file(name)
    if (!file) return
    try {
      for await (const fields of bsonDocuments(this.#counted(file), this.#bounds)) {
        if (fields) yield fields
        else this.#means.lose({ loss: 'Unreadable records', where: file.name })
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#means.lose({ loss: 'Unreadable files in the archive', where: error.message })
    }
  }

  files(): ArchivedFile[] {
    return [...this.#archive.files.values()].filter(({ name }) => folderOf(name) === this.#folder)
  }

  #counted(file: ArchivedFile): ArchivedFile {
    const { name, size } = file
    return { name, size, open: async () => this.#means.meter.counting(await file.open()) }
  }

  #file(name: string): ArchivedFile | undefined {
    const { files } = this.#archive
    return files.get(`${this.#folder}${name}.bson`) ?? files.get(`${this.#folder}${name}.bson.gz`)
  }
}
