import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Parser, type ReadEntry } from 'tar'
import { Unreadable } from '../records.ts'
import { Bounds, safePath } from './bounds.ts'

interface Unpacking {
  /** An empty folder. */
  readonly folder: string
  /** Where a file goes below the folder, by its path in the archive; undefined for one that is of no use. */
  place(path: string): string | undefined
  /** Told of each entry that is not taken though it is of use, and why. */
  refuse(path: string, why: string): void
}

/**
 * Unpacks a tar archive, compressed or not. Nothing is written outside of the folder, links are not followed nor made, and
 * of two files of a name the first is kept. Throws `Unreadable` for what is no archive, is cut off, or grows too large.
 */
export async function unpackTar(file: string, { folder, place, refuse }: Unpacking): Promise<void> {
  const bounds = new Bounds(folder, (await stat(file)).size)
  let problem: Error | undefined
  let count = 0
  const writing: Promise<void>[] = []
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      count++
      writing.push(take(entry).catch((error: Error) => end(error)))
      if (writing.length > 100) writing.splice(0, 99)
    },
  })
  const input = createReadStream(file)
  const end = (error: Error) => {
    problem ??= error
    input.destroy()
    parser.end()
  }
  const take = async (entry: ReadEntry) => {
    bounds.entry()
    const path = safePath(entry.path)
    const target = path === undefined ? undefined : place(path)
    const why = path === undefined ? 'its name leads elsewhere' : objectionTo(entry)
    if (why !== undefined && entry.type !== 'Directory') refuse(entry.path, why)
    if (target === undefined || why !== undefined) {
      entry.resume()
      return
    }
    const full = join(folder, target)
    await mkdir(dirname(full), { recursive: true })
    const handle = await open(full, 'wx').catch(() => undefined)
    if (!handle) refuse(entry.path, 'there is a file of this name already')
    try {
      for await (const chunk of entry) {
        await bounds.bytes(chunk.length)
        await handle?.write(chunk)
      }
    } finally {
      await handle?.close()
    }
  }
  parser.on('error', end)
  const done = once(parser, 'end')
  done.catch(() => {})
  try {
    for await (const chunk of input)
      if (!parser.write(chunk) && !problem) await Promise.race([once(parser, 'drain'), done])
    parser.end()
    await done
  } catch (error) {
    problem ??= error as Error
  }
  await Promise.all(writing)
  if (problem instanceof Unreadable) throw problem
  if (problem) throw new Unreadable(`it is no whole tar archive: ${problem.message}`)
  if (count === 0) throw new Unreadable('it is no tar archive, or an empty one')
}

function objectionTo({ type }: ReadEntry): string | undefined {
  return type === 'File' || type === 'OldFile' || type === 'ContiguousFile' ? undefined : `it is a ${type}`
}
