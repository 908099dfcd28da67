import { type Archive, type ArchivedFile, folderOf } from '../../containers/archive.ts'
import type { Bounds } from '../../containers/bounds.ts'
import { bsonDocuments } from '../../containers/bson-documents.ts'
import type { Fields } from '../../containers/fields.ts'
import { type SourceMeans, Unreadable } from '../../records.ts'

const messages = /(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/

/** The collections of one database, wherever in the archive it lies. */
export class Collections {
  readonly #archive: Archive
  readonly #folder: string
  readonly #bounds: Bounds
  readonly #lose: SourceMeans['lose']

  constructor(archive: Archive, bounds: Bounds, lose: SourceMeans['lose']) {
    this.#archive = archive
    this.#bounds = bounds
    this.#lose = lose
    const found = [...archive.files.keys()].find((name) => messages.test(name))
    if (found === undefined)
      throw new Unreadable('This is no dump of Rocket.Chat: there is no rocketchat_message.bson (or .bson.gz) in it.')
    this.#folder = folderOf(found)
  }

  /** Documents of a collection that may be missing; what cannot be read is told. */
  async *documents(name: string): AsyncGenerator<Fields> {
    const file = this.#file(name)
    if (!file) return
    try {
      for await (const fields of bsonDocuments(file, this.#bounds)) {
        if (fields) yield fields
        else this.#lose({ loss: 'Records that cannot be read', where: file.name })
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#lose({ loss: 'Files of the archive that cannot be read', where: error.message })
    }
  }

  #file(name: string): ArchivedFile | undefined {
    const { files } = this.#archive
    return files.get(`${this.#folder}${name}.bson`) ?? files.get(`${this.#folder}${name}.bson.gz`)
  }
}
