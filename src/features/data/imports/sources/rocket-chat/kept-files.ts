import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '../../containers/bounds.ts'
import { numberIn, textIn } from '../../containers/fields.ts'
import { type FileSource, Unreadable } from '../../records.ts'
import type { Collections } from './collections.ts'

interface Part {
  number: number
  start: number
  length: number
}

/** GridFS chunks come in any order: they are copied to a scratch file and indexed. */
export class KeptFiles {
  readonly #path: string
  readonly #parts = new Map<string, Part[]>()
  #file: FileHandle | undefined
  #size = 0

  constructor(scratch: string) {
    this.#path = join(scratch, 'rocket-chat.files')
  }

  async read(collections: Collections, collection: string, bounds: Bounds): Promise<void> {
    this.#file ??= await open(this.#path, 'w+')
    for await (const fields of collections.documents(`${collection}.chunks`)) {
      const id = textIn({ id: String(fields.files_id ?? '') }, 'id')
      const number = numberIn(fields, 'n')
      const { data } = fields
      if (id === undefined || number === undefined || !(data instanceof Uint8Array)) continue
      await bounds.bytes(data.length)
      await this.#file.writeFile(data)
      const part = { number, start: this.#size, length: data.length }
      this.#size += data.length
      const key = `${collection}/${id}`
      const parts = this.#parts.get(key)
      if (parts) parts.push(part)
      else this.#parts.set(key, [part])
    }
  }

  /** Undefined if it isn't in the database; an empty file has no chunks. */
  file(
    collection: string,
    id: string,
    { name, size, contentType }: { name: string; size?: number | undefined; contentType?: string | undefined },
  ): FileSource | undefined {
    const parts = this.#parts.get(`${collection}/${id}`)?.toSorted((a, b) => a.number - b.number)
    if (!parts && size !== 0) return undefined
    const total = (parts ?? []).reduce((sum, { length }) => sum + length, 0)
    return {
      key: `${collection}/${id}`,
      name,
      size: total,
      contentType,
      open: async () => this.#bytes(name, parts ?? []),
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  #bytes(name: string, parts: readonly Part[]): AsyncIterable<Uint8Array> {
    if (parts.some(({ number }, index) => number !== index)) throw new Unreadable(`Parts of ${name} are missing.`)
    const file = this.#file
    return (async function* () {
      for (const { start, length } of parts) {
        const bytes = Buffer.alloc(length)
        await file?.read(bytes, 0, length, start)
        yield bytes
      }
    })()
  }
}
