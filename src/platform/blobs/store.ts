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
  /** Only where clients are to send their parts to the store themselves. */
  readonly parts?: DirectParts | undefined
}

/**
 * What a store offers whose clients send it large blobs themselves, in parts, by addresses that are signed for one part each.
 * Nothing is there before it is complete.
 */
export interface DirectParts {
  /** Where the store can be reached: `https://HOST`. */
  readonly origin: string
  /** Answers a name for what is begun. */
  begin(key: string): Promise<string>
  /** Where a part of that many bytes is to be PUT, within so many seconds. Parts count from 1. */
  addressOf(key: string, begun: string, part: number, size: number, withinSecs: number): Promise<string>
  /** Makes one blob of the parts, by the tags that the store has answered for them; its size, undefined where it cannot. */
  complete(key: string, begun: string, tags: readonly string[]): Promise<number | undefined>
  /** Gives up what is not complete. */
  abort(key: string, begun: string): Promise<void>
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
