import type { Readable } from 'node:stream'

/** Bytes in memory, or a file on this machine that stays where it is. */
export type BlobSource = Uint8Array | { path: string }

/** Both ends count: `{ start: 0, end: 0 }` is the first byte. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Files by key, beside the database: what people upload, and pictures made from it. A key is written once and never
 * changes its content, so whatever was read may be kept. Keys are made by the server: letters, digits, `.`, `_` and
 * `-` in parts joined by `/`, at most 200 characters.
 */
export interface BlobStore {
  /** Whole or not at all; whoever reads meanwhile sees nothing of it. */
  put(key: string, source: BlobSource): Promise<void>
  /** Undefined when there is no such blob. */
  get(key: string): Promise<Buffer | undefined>
  /** The same as a stream, or a part of it. */
  stream(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Those whose keys begin with a folder (`files/`), or all; what is written or deleted meanwhile may be missing. */
  list(folder?: string): AsyncIterable<ListedBlob>
}

export interface ListedBlob {
  key: string
  /** In bytes. */
  size: number
}

const wellFormed = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

export const isKey = (text: string): boolean => text.length <= 200 && wellFormed.test(text)

/** Throws on a key that could lead out of the store: only a bug makes one. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`'${key}' cannot be the key of a blob`)
  return key
}
