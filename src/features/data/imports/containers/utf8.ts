import { isUtf8 } from 'node:buffer'

export type OtherEncoding = 'UTF-16' | 'Latin-1'

type Decoder = (chunk: Buffer, isLast: boolean) => Buffer

/** The characters of Windows-1252 at 0x80 to 0x9f. Node 20 decodes windows-1252 as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const byteOrderMarks = { little: [0xff, 0xfe], big: [0xfe, 0xff] } as const

/**
 * Converts text to UTF-8; calls `found` once for another encoding. UTF-16 is detected by its first two bytes. Otherwise
 * each chunk is decoded alone: if it isn't UTF-8 it is Windows-1252, unless most of its non-ASCII characters are
 * well-formed UTF-8, which means that single bytes are damaged.
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
  // without a BOM: texts begin with an ASCII character, whose other byte is zero
  const isLittle = isMarked(byteOrderMarks.little) || (second === 0 && Boolean(first))
  const isBig = isMarked(byteOrderMarks.big) || (first === 0 && Boolean(second))
  if (!isLittle && !isBig) return utf8OrLatin1(found)
  found('UTF-16')
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be')
  return (chunk, isLast) => Buffer.from(decoder.decode(chunk, { stream: !isLast }))
}

function utf8OrLatin1(found: (encoding: OtherEncoding) => void): Decoder {
  let isReported = false
  let cut: Buffer = Buffer.alloc(0)
  return (chunk, isLast) => {
    const whole = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
    const end = isLast ? whole.length : wholeCharacters(whole)
    // copy: the caller may reuse the chunk
    cut = Buffer.from(whole.subarray(end))
    const text = whole.subarray(0, end)
    // perf: most files are UTF-8, and isUtf8 is native
    if (isUtf8(text) || !isMostlyDamaged(text)) return text
    if (!isReported) found('Latin-1')
    isReported = true
    return Buffer.from(
      text.toString('latin1').replace(/[\x80-\x9f]/g, (one) => windows[one.charCodeAt(0) - 0x80] as string),
    )
  }
}

/** The length of the UTF-8 character with this first byte; 0 if none. */
const lengthOf = (byte: number): number =>
  byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0

function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if ((byte & 0xc0) !== 0x80) return lengthOf(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** True if invalid bytes outnumber the valid non-ASCII characters. */
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
