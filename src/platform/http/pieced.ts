import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipOf, type Part, part, type SharedText } from '#platform/compression'
import { Pace } from '#platform/fair-queues'
import { encodingFor } from './compression.ts'

/** Own pieces in a row are compressed together up to so many characters. */
const runLength = 250_000

/** An answer whose pieces were put together. */
interface Pieced {
  readonly headers: Readonly<Record<string, string>>
  /** Names the content. */
  readonly etag: string
  body(): Buffer | Readable
}

/** Pieces that travel as they are, one after the other. */
export class PlainPieces extends Readable {
  /** What it keeps in memory until it is taken: shared pieces are made as they travel. */
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
 * An answer of pieces, some of which many answers share. Those are compressed once, and put together by gzip, whatever
 * else a client takes: with another format all of it would be compressed for each.
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
