import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Server } from '#platform/serve'
import { checksumMismatch, moreThanPromised } from './errors.ts'
import type { Checksum } from './headers.ts'

/** What of a request's body has come. */
export interface Arrived {
  readonly size: number
  /** Whether it broke off: the connection did, or another request took its place. */
  readonly isCut: boolean
}

/**
 * Writes a body to a file as it comes. What breaks off counts as far as it has come, unless it was to be compared with a
 * checksum: then none of it does.
 */
export async function receive(
  body: Readable,
  path: string,
  most: number,
  checksum: Checksum | undefined,
): Promise<Arrived> {
  let size = 0
  let isCut = false
  const file = await open(path, 'wx')
  try {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (;;) {
      const next = await chunks.next().catch(() => undefined)
      if (!next) isCut = true
      if (!next || next.done) break
      size += next.value.length
      if (size > most) throw moreThanPromised()
      checksum?.hash.update(next.value)
      await file.write(next.value)
    }
  } finally {
    await file.close()
  }
  if (checksum && isCut) return { size: 0, isCut }
  if (checksum && !checksum.hash.digest().equals(checksum.expected)) throw checksumMismatch()
  return { size, isCut }
}

interface UnderWay {
  readonly body: Readable | undefined
  readonly done: Promise<unknown>
}

const underWay = new WeakMap<Server, Map<number, UnderWay>>()

/**
 * Does the work of a request for an upload once the one before has ended. A client that asks anew has given its earlier
 * request up, though this server may not have noticed yet: what has come of it is kept, and counts for the new one.
 */
export async function inPlaceOfOthers<T>(
  server: Server,
  uploadId: number,
  body: Readable | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const mine = underWay.get(server) ?? new Map<number, UnderWay>()
  underWay.set(server, mine)
  const before = mine.get(uploadId)
  before?.body?.destroy()
  const done = (before?.done ?? Promise.resolve()).then(work)
  const entry = { body, done: done.catch(() => {}) }
  mine.set(uploadId, entry)
  try {
    return await done
  } finally {
    if (mine.get(uploadId) === entry) mine.delete(uploadId)
  }
}
