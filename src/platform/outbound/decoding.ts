import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib'
import { TooLargeError, UnreachableError } from './errors.ts'

const [ungzip, undeflate, unbrotli] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)]

/** Decompresses a body, which some servers compress unasked, up to a size limit. */
export async function decoded(body: Buffer, encoding: string, host: string, limit: number): Promise<Buffer> {
  // decompress truncated bodies as far as possible
  const ends = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit }
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return body
      case 'gzip':
      case 'x-gzip':
        return await ungzip(body, ends)
      case 'deflate':
        return await undeflate(body, ends)
      case 'br':
        return await unbrotli(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: limit })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeError(host, limit)
  }
  throw new UnreachableError(host, 'an answer that cannot be unpacked')
}
