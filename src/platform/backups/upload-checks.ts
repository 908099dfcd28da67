import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CipherError, opening, sealedSize } from './cipher.ts'
import type { Upload } from './manifest.ts'
import type { Place } from './place.ts'

export interface WrongCopies {
  readonly missing: readonly Upload[]
  /** Truncated, changed, or encrypted with another key. */
  readonly damaged: readonly Upload[]
}

/** Checks that every file exists with the expected size, without reading it. */
export async function compareSizes(
  { store }: Place,
  named: readonly Upload[],
  key: Buffer | undefined,
): Promise<WrongCopies> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of store.list('files/')) sizes.set(key, size)
  const expected = ({ size }: Upload) => (key ? sealedSize(size) : size)
  return {
    missing: named.filter(({ content }) => !sizes.has(content)),
    damaged: named.filter((upload) => sizes.has(upload.content) && sizes.get(upload.content) !== expected(upload)),
  }
}

/** Like {@link compareSizes}, but also reads every file and compares its SHA-256. */
export async function compareContents(
  place: Place,
  named: readonly Upload[],
  key: Buffer | undefined,
): Promise<WrongCopies> {
  const { missing, damaged } = await compareSizes(place, named, key)
  const wrong = new Set([...missing, ...damaged].map(({ content }) => content))
  const read = new Set<string>()
  for (const upload of named) {
    if (wrong.has(upload.content) || read.has(upload.content)) continue
    read.add(upload.content)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    if (!(await isAsWritten(place, upload, key, nowhere))) wrong.add(upload.content)
  }
  const isMissing = new Set(missing)
  return { missing, damaged: named.filter((upload) => wrong.has(upload.content) && !isMissing.has(upload)) }
}

/** Streams a file to `to` and returns whether its hash matches. If it doesn't, `to` may be incomplete. */
export async function isAsWritten(
  { store }: Place,
  { content, sha256 }: Upload,
  key: Buffer | undefined,
  to: Writable,
): Promise<boolean> {
  const source = await store.stream(content)
  if (!source) return false
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline([source, ...(key ? [await opening(key)] : []), hashing, to])
  } catch (error) {
    if (error instanceof CipherError) return false
    throw error
  }
  return hash.digest('hex') === sha256
}
