import { isUtf8 } from 'node:buffer'

/** What the text of a file is written in, where that is not UTF-8. */
export type OtherEncoding = 'UTF-16' | 'Latin-1'

type Decoder = (chunk: Buffer, isLast: boolean) => Buffer

/** What Windows has in the place of 32 control characters. Node 20 decodes windows-1252 as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const byteOrderMarks = { little: [0xff, 0xfe], big: [0xfe, 0xff] } as const

/**
 * The same text in UTF-8, whatever a file of text is written in; calls `found` once for an encoding that is another. UTF-16
 * shows in its first two bytes. Otherwise each chunk decides for itself: what is not UTF-8 is Latin-1, as Windows writes it,
 * unless more of its characters are well-formed, as where single bytes are damaged.
 */
export async function* inUtf8(
  chunks: AsyncIterable<Uint8Array>,
  found: (encoding: OtherEncoding) => void = () => {},
): AsyncGenerator<Buffer> {
  let decode: Decoder | undefined
  let held: Buffer = Buffer.alloc(0)
  for await (const bytes of chunks) {
    const chunk = held.length > 0 ? Buffer.concat([held, bytes]) : bufferOf(bytes)
    held = Buffer.alloc(0)
    if (!decode && chunk.length < 2) held = Buffer.from(chunk)
    else {
      decode ??= decoderOf(chunk, found)
      yield decode(chunk, false)
    }
  }
  decode ??= decoderOf(held, found)
  const rest = decode(held, true)
  if (rest.length > 0) yield rest
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function decoderOf(beginning: Buffer, found: (encoding: OtherEncoding) => void): Decoder {
  const [first, second] = beginning
  const isMarked = (mark: readonly number[]) => first === mark[0] && second === mark[1]
  // without a mark: a text begins with a character of ASCII, of which the other byte is zero
  const isLittle = isMarked(byteOrderMarks.little) || (second === 0 && Boolean(first))
  const isBig = isMarked(byteOrderMarks.big) || (first === 0 && Boolean(second))
  if (!isLittle && !isBig) return utf8OrLatin1(found)
  found('UTF-16')
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be')
  return (chunk, isLast) => Buffer.from(decoder.decode(chunk, { stream: !isLast }))
}

function utf8OrLatin1(found: (encoding: OtherEncoding) => void): Decoder {
  let isTold = false
  /** The beginning of a character that the next chunk ends. */
  let cut: Buffer = Buffer.alloc(0)
  return (chunk, isLast) => {
    const whole = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
    const end = isLast ? whole.length : wholeCharacters(whole)
    // the chunk may be used again by the caller
    cut = Buffer.from(whole.subarray(end))
    const text = whole.subarray(0, end)
    // perf: most files are UTF-8, and this is native code
    if (isUtf8(text) || !isMostlyDamaged(text)) return text
    if (!isTold) found('Latin-1')
    isTold = true
    return Buffer.from(
      text.toString('latin1').replace(/[\x80-\x9f]/g, (one) => windows[one.charCodeAt(0) - 0x80] as string),
    )
  }
}

/** The bytes of the character that begins with this one; 0 for one that begins none. */
const lengthOf = (byte: number): number =>
  byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0

/** Where the last character ends that is all there. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if ((byte & 0xc0) !== 0x80) return lengthOf(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Whether more bytes are no UTF-8 than characters beyond ASCII are. */
function isMostlyDamaged(bytes: Buffer): boolean {
  let [formed, damaged] = [0, 0]
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] as number)
    let found = 1
    while (found < length && ((bytes[at + found] ?? 0) & 0xc0) === 0x80) found++
    const isFormed = length > 0 && found >= length
    if (!isFormed) damaged++
    else if (length > 1) formed++
    at += isFormed ? length : 1
  }
  return damaged > formed
}
