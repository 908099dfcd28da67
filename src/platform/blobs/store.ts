import type { Readable } from 'node:stream'

/** Bytes in memory, or the path of a local file, which isn't moved. */
export type BlobSource = Uint8Array | { path: string }

/** Inclusive: `{ start: 0, end: 0 }` is the first byte. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Files by key, stored outside the database: uploads and images made from them. A key's content never changes, so reads
 * can be cached. Keys are made by the server: segments of letters, digits, `.`, `_`, and `-`, joined by `/`, at most
 * 200 characters.
 */
export interface BlobStore {
  /** Atomic: readers never see a partial blob. */
  put(key: string, source: BlobSource): Promise<void>
  /** Undefined if there is no such blob. */
  get(key: string): Promise<Buffer | undefined>
  stream(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Succeeds if there is no such blob. */
  delete(key: string): Promise<void>
  /** Blobs in a folder (`files/`), or all. Concurrent changes may be missing. */
  list(folder?: string): AsyncIterable<ListedBlob>
  /** Set if clients can upload parts directly to the store. */
  readonly parts?: DirectParts | undefined
}

/** Multipart uploads that clients send to presigned URLs. The blob exists only once it's complete. */
export interface DirectParts {
  readonly origin: string
  /** Returns the upload's ID. */
  begin(key: string): Promise<string>
  /** URL to PUT a part of `size` bytes to, valid for `withinSecs`. Parts are numbered from 1. */
  addressOf(key: string, begun: string, part: number, size: number, withinSecs: number): Promise<string>
  /** Joins the parts, given their ETags in order. Returns the blob's size, or undefined if it can't. */
  complete(key: string, begun: string, tags: readonly string[]): Promise<number | undefined>
  /** Discards an incomplete upload. */
  abort(key: string, begun: string): Promise<void>
}

export interface ListedBlob {
  key: string
  size: number
}

const wellFormed = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

export const isKey = (text: string): boolean => text.length <= 200 && wellFormed.test(text)

/** Throws on a key that could lead outside the store, which only a bug can produce. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`'${key}' cannot be the key of a blob`)
  return key
}
