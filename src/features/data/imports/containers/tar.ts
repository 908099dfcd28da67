import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { Meter } from '../meter.ts'
import { Unreadable } from '../records.ts'
import { Bounds, safePath } from './bounds.ts'

interface Entry extends AsyncIterable<unknown> {
  readonly header: Header
  resume(): unknown
}

interface Unpacking {
  readonly folder: string
  /** The path below the folder for a path of the archive; undefined to skip the entry. */
  place(path: string): string | undefined
  readonly meter: Meter
  /** Called for each entry that was wanted but can't be unpacked. */
  refuse(path: string, why: string): void
}

/**
 * Unpacks a tar archive, compressed or not. Never writes outside of the folder, doesn't follow or create links, and
 * keeps the first of two files with the same name. Throws `Unreadable` if it is not an archive, is truncated, or grows
 * too large.
 */
export async function unpackTar(file: string, { folder, place, refuse, meter }: Unpacking): Promise<void> {
  const { size } = await stat(file)
  const bounds = new Bounds(folder, size)
  meter.begin(size)
  const entries = extract()
  const input = createReadStream(file)
  const counted = (bytes: AsyncIterable<Buffer>) => meter.counting(bytes)
  // errors of the pipeline are also thrown by the loop below
  const fed = (
    (await isPacked(file)) ? pipeline(input, counted, createGunzip(), entries) : pipeline(input, counted, entries)
  ).then(
    () => undefined,
    (error: Error) => error,
  )
  let count = 0
  const take = async (entry: Entry) => {
    count++
    bounds.entry()
    const { name } = entry.header
    const path = safePath(name)
    const target = path === undefined ? undefined : place(path)
    const why = path === undefined ? 'its name leads elsewhere' : objectionTo(entry.header)
    if (why !== undefined && entry.header.type !== 'directory') refuse(name, why)
    if (target === undefined || why !== undefined) return void entry.resume()
    const full = join(folder, target)
    await mkdir(dirname(full), { recursive: true })
    const handle = await open(full, 'wx').catch(() => undefined)
    if (!handle) refuse(name, 'there is a file of this name already')
    try {
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        await bounds.bytes(chunk.length)
        await handle?.write(chunk)
      }
    } finally {
      await handle?.close()
    }
  }
  let problem: Error | undefined
  try {
    for await (const entry of entries) await take(entry)
  } catch (error) {
    problem = error as Error
    input.destroy()
    entries.destroy()
  }
  const broken = await fed
  if (problem instanceof Unreadable) throw problem
  problem ??= broken
  if (problem) throw new Unreadable(`it is no whole tar archive: ${problem.message}`)
  if (count === 0) throw new Unreadable('it is no tar archive, or an empty one')
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b
  } finally {
    await handle.close()
  }
}

function objectionTo({ type }: Header): string | undefined {
  return type === 'file' || type === 'contiguous-file' ? undefined : `it is a ${type}`
}
