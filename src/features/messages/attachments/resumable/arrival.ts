import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Server } from '#platform/serve'
import { checksumMismatch, moreThanPromised } from './errors.ts'
import type { Checksum } from './headers.ts'

export interface Arrived {
  readonly size: number
  /** Interrupted, because the connection broke or another request took over. */
  readonly isCut: boolean
}

/**
 * Writes a body to a file as it arrives. An interrupted body counts up to where it broke off, unless it has a checksum
 * to verify.
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
 * Runs a request after the upload's previous one has ended. A client that retries has given up its earlier request,
 * even if this server hasn't noticed: what arrived is kept and counts for the new request.
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
