import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { deserialize } from 'bson'
import { Unreadable } from '../records.ts'
import type { ArchivedFile } from './archive.ts'
import type { Bounds } from './bounds.ts'
import { type Fields, fieldsOf } from './fields.ts'

/** MongoDB's limit for a document. */
const maxBytes = 16 * 2 ** 20 + 16_384
const leastBytes = 5

/** Dates are `Date`, bytes are `Buffer`. Yields null for an invalid document; an invalid length ends the file. */
export async function* bsonDocuments(file: ArchivedFile, bounds: Bounds): AsyncGenerator<Fields | null> {
  let rest = Buffer.alloc(0)
  for await (const chunk of unpacked(file, bounds)) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at)
      if (length < leastBytes || length > maxBytes) {
        yield null
        return
      }
      if (rest.length - at < length) break
      yield document(rest.subarray(at, at + length))
      at += length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) yield null
}

function document(bytes: Buffer): Fields | null {
  try {
    return fieldsOf(deserialize(bytes, { promoteBuffers: true })) ?? null
  } catch {
    return null
  }
}

export const asJson = (fields: Fields): Fields => JSON.parse(JSON.stringify(fields)) as Fields

async function* unpacked(file: ArchivedFile, bounds: Bounds): AsyncGenerator<Uint8Array> {
  const packed = await file.open()
  if (!file.name.endsWith('.gz')) {
    yield* packed
    return
  }
  try {
    for await (const chunk of Readable.from(packed).compose(createGunzip()) as AsyncIterable<Buffer>) {
      await bounds.bytes(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(`${file.name} cannot be unpacked`)
  }
}
