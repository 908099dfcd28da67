import { inUtf8, type OtherEncoding } from './utf8.ts'

/** More than the longest line of a real archive: a post with all of its replies. */
const mostBytes = 64 * 2 ** 20

/**
 * A line of a text file without its end, or null where it is too long to be read. `found` hears of an encoding other than
 * UTF-8, once.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  found?: (encoding: OtherEncoding) => void,
): AsyncGenerator<string | null> {
  let parts: Buffer[] = []
  let length = 0
  const take = (last: Buffer): string | null => {
    length += last.length
    const line = length > mostBytes ? null : Buffer.concat([...parts, last]).toString('utf8')
    parts = []
    length = 0
    return line
  }
  for await (const chunk of inUtf8(chunks, found)) {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      yield take(chunk.subarray(start, end))
      start = end + 1
    }
    const rest = chunk.subarray(start)
    length += rest.length
    // the chunk may be used again by whoever reads
    if (length <= mostBytes) parts.push(Buffer.from(rest))
    else parts = []
  }
  if (length > 0) yield take(Buffer.alloc(0))
}
