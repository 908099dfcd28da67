import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipOf, type Part, part, type SharedText } from '#platform/compression'
import { Pace } from '#platform/fair-queues'
import { encodingFor } from './compression.ts'

/** Consecutive own pieces are compressed together up to this many characters. */
const runLength = 250_000

interface Pieced {
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  body(): Buffer | Readable
}

/** Sends pieces uncompressed, one after the other. */
export class PlainPieces extends Readable {
  /** Characters held in memory until sent; shared pieces don't count, because they're created on sending. */
  readonly held: number
  readonly #pieces: IterableIterator<string | SharedText>

  constructor(pieces: readonly (string | SharedText)[]) {
    super()
    this.held = pieces.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0)
    this.#pieces = pieces.values()
  }

  override _read(): void {
    const { done, value } = this.#pieces.next()
    this.push(done ? null : Buffer.from(typeof value === 'string' ? value : value.text))
  }
}

/**
 * Joins pieces, some shared by many answers and compressed once: always as gzip, because in other formats each answer
 * would be compressed whole.
 */
export async function pieced(
  pieces: readonly (string | SharedText)[],
  accepted: string | undefined,
  spent: (ms: number) => void,
): Promise<Pieced> {
  const runs: (string | SharedText)[] = []
  const parts: Promise<Part>[] = []
  let run = ''
  const endRun = () => {
    if (run === '') return
    runs.push(run)
    parts.push(part(run))
    run = ''
  }
  const pace = new Pace(spent)
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      run += piece
      if (run.length >= runLength) endRun()
    } else {
      endRun()
      runs.push(piece)
      parts.push(piece.part)
    }
    await pace.step()
  }
  endRun()
  pace.end()
  const all = await Promise.all(parts)
  const hash = createHash('sha256')
  for (const { body } of all) hash.update(body)
  const etag = `"${hash.digest('base64url').slice(0, 22)}"`
  if (encodingFor(accepted, ['gzip']))
    return { headers: { vary: 'Accept-Encoding', 'content-encoding': 'gzip' }, etag, body: () => gzipOf(all) }
  const length = all.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    headers: { vary: 'Accept-Encoding', 'content-length': `${length}` },
    etag,
    body: () => new PlainPieces(runs),
  }
}
