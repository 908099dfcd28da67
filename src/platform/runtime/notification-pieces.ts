/** PostgreSQL limits a notification to 8,000 bytes, and this leaves room for the fields around a piece. */
const maxBytes = 7_500
/** Base64 takes four bytes for three. */
const pieceBytes = Math.floor((maxBytes * 3) / 4 / 3) * 3

interface Piece {
  /** Identifies the text among those of its sender. */
  readonly text: number
  readonly at: number
  readonly of: number
  /** In base64. */
  readonly bytes: string
}

/** The notifications that carry a text, in order: the text itself if it's short enough. */
export function notificationsFor(message: Readonly<Record<string, unknown>>, from: string, id: number): string[] {
  const text = JSON.stringify({ from, ...message })
  if (Buffer.byteLength(text) <= maxBytes) return [text]
  const all = Buffer.from(JSON.stringify(message))
  const of = Math.ceil(all.length / pieceBytes)
  return Array.from({ length: of }, (_, at) => {
    const bytes = all.toString('base64', at * pieceBytes, (at + 1) * pieceBytes)
    return JSON.stringify({ from, piece: { text: id, at, of, bytes } satisfies Piece })
  })
}

/** Joins pieces. PostgreSQL delivers those of one transaction together, so one text is incomplete at a time. */
export class PieceJoiner {
  #from = ''
  #text = -1
  #bytes: Buffer[] = []

  /** The message, once its last piece arrives. Pieces without their beginning are dropped. */
  add(from: string, { text, at, of, bytes }: Piece): Record<string, unknown> | undefined {
    if (at === 0) {
      this.#from = from
      this.#text = text
      this.#bytes = []
    }
    if (this.#from !== from || this.#text !== text || this.#bytes.length !== at) return undefined
    this.#bytes.push(Buffer.from(bytes, 'base64'))
    if (at + 1 < of) return undefined
    const joined = Buffer.concat(this.#bytes)
    this.#bytes = []
    return JSON.parse(joined.toString())
  }
}
