import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileSource, Unreadable } from './records.ts'

/** Copies a file of an archive to disk while `use` runs. Throws `Unreadable` if it is missing or too large. */
export async function withCopy<T>(
  source: FileSource,
  { folder, most }: { folder: string; most: number },
  use: (path: string, size: number) => Promise<T>,
): Promise<T> {
  const bytes = await source.open()
  const path = join(folder, `copy-${randomUUID()}`)
  let size = 0
  try {
    const counted = async function* () {
      for await (const chunk of bytes) {
        size += chunk.byteLength
        if (size > most) throw new Unreadable(`larger than ${most} bytes`)
        yield chunk
      }
    }
    await pipeline(Readable.from(counted()), createWriteStream(path))
    return await use(path, size)
  } finally {
    await rm(path, { force: true })
  }
}
