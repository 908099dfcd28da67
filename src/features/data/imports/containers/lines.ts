import { inUtf8, type OtherEncoding } from './utf8.ts'

/** Longer than the longest line of a real archive: a post with all of its replies. */
const maxBytes = 64 * 2 ** 20

/** Yields null for a line that is too long. `found` is called once if the encoding isn't UTF-8. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  found?: (encoding: OtherEncoding) => void,
): AsyncGenerator<string | null> {
  let parts: Buffer[] = []
  let length = 0
  const take = (last: Buffer): string | null => {
    length += last.length
    const line = length > maxBytes ? null : Buffer.concat([...parts, last]).toString('utf8')
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
    // copy: the reader may reuse the chunk
    if (length <= maxBytes) parts.push(Buffer.from(rest))
    else parts = []
  }
  if (length > 0) yield take(Buffer.alloc(0))
}
