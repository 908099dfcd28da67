import { z } from '#contract'

/** Of the archive; another number for everything that a reader must know. */
export const format = 1

/**
 * What can be made anew from the rest, and would be most of it: the server builds these in the background after a
 * restore, the newest messages first.
 */
export const leftOut: Readonly<Record<string, string>> = {
  message_words: 'the index of words is built anew from the messages',
  search_word: 'the list of words is built anew from the messages',
  words_taken: 'without it the server builds the index of words anew',
}

const name = z.string().min(1).max(200)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const number = z.int().nonnegative()

/** The first file of an archive: what it holds, and what that adds up to. */
export const Manifest = z.object({
  format: z.literal(format),
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  server: z.string().max(200),
  database: z.enum(['embedded', 'server']),
  /** What the tables have been made by, in order. */
  migrations: z.array(name).max(10_000),
  tables: z.array(z.object({ name, rows: number, bytes: number, sha256 })).max(10_000),
  left_out: z.array(z.object({ name, reason: z.string().max(1000) })).max(100),
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })).max(10_000),
  /** The files of the store, listed in `uploads.jsonl.gz`; `sha256` is of that list before it is compressed. */
  uploads: z.object({ count: number, bytes: number, sha256 }),
  /** Files of the data directory without which what is sealed in the database cannot be opened. */
  keys: z.array(name).max(10),
})
export type Manifest = z.infer<typeof Manifest>

/** A file of the store. */
export interface Upload {
  /** By which the server finds it. */
  readonly key: string
  /** In bytes. */
  readonly size: number
  readonly sha256: string
  /** Where its content is among the backups. */
  readonly content: string
}
