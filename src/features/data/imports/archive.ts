import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { openArchive } from './containers/open-archive.ts'
import { Unreadable } from './records.ts'

const part = 2 ** 20

/** A digest of the archive's size, beginning, and end, without reading all of it; for a folder, of its files. */
export async function digestOf(file: string): Promise<string> {
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) return digestOfFolder(file)
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Unreadable(`${file} cannot be read (${error.code})`)
  })
  try {
    const { size } = await handle.stat()
    const hash = createHash('sha256').update(`${size}\n`)
    for (const position of new Set([0, Math.max(0, size - part)])) {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(part), position }).catch(() => {
        throw new Unreadable(`${file} is no file`)
      })
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}

async function digestOfFolder(folder: string): Promise<string> {
  const { files } = await openArchive(folder, { lose: () => {} })
  const hash = createHash('sha256')
  for (const { name, size } of files.values()) hash.update(`${size} ${name}\n`)
  return hash.digest('hex')
}
