import { ArchiveError } from './relocation.ts'

const block = 512
/** Names in archives are short, ASCII, and relative without `..`. */
const name = /^[\w-]+(?:\/[\w-][\w.-]*)?(?:\.[a-z]+)?$/

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** Read it before asking for the next entry; the rest is skipped. */
  readonly content: AsyncGenerator<Buffer>
}

/** The files of a tar archive in order, as streams. Throws if it contains anything but regular files. */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const pieces = new Pieces(source)
  for (;;) {
    const header = await pieces.exactly(block)
    if (header.every((byte) => byte === 0)) return
    const entry = readHeader(header)
    let missing = entry.size
    async function* content() {
      for await (const part of pieces.some(entry.size)) {
        missing -= part.length
        yield part
      }
    }
    yield { ...entry, content: content() }
    // skip what wasn't read
    if (missing > 0) for await (const _ of pieces.some(missing));
    const rest = entry.size % block
    if (rest > 0) await pieces.exactly(block - rest)
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) => header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const octal = (from: number, length: number) => {
    const digits = text(from, length).trim()
    if (!/^[0-7]{1,12}$/.test(digits)) throw new ArchiveError('The archive is damaged')
    return Number.parseInt(digits, 8)
  }
  const sum = octal(148, 8)
  const blank = Buffer.from(header).fill(' ', 148, 156)
  if (blank.reduce((total, byte) => total + byte, 0) !== sum) throw new ArchiveError('The archive is damaged')
  const entry = { name: text(0, 100), size: octal(124, 12) }
  const type = text(156, 1)
  if ((type !== '0' && type !== '') || text(345, 155) !== '' || !name.test(entry.name) || entry.name.includes('..'))
    throw new ArchiveError(`The archive holds '${entry.name.slice(0, 100)}', which is no file of an export`)
  return entry
}

class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #left: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.some(size)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *some(size: number): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0; ) {
      if (this.#left.length === 0) {
        const { done, value } = await this.#source.next()
        if (done) throw new ArchiveError('The archive ends too early')
        this.#left = value
      }
      const part = this.#left.subarray(0, missing)
      this.#left = this.#left.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
}
