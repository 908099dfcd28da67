import { z } from '#contract'

/** Version of the archive format; increase it for changes that readers must know about. */
export const format = 1

/** Large tables that the server rebuilds in the background after a restore. */
export const leftOut: Readonly<Record<string, string>> = {
  message_words: 'the search index is rebuilt from the messages',
  search_word: 'the list of words is rebuilt from the messages',
  words_taken: 'without it, the server rebuilds the search index',
}

const maxLeftOut = 100

/** The manifest's list, with tables that aren't Loquat's. */
export const leftOutWith = (foreign: readonly string[]): Manifest['left_out'] =>
  [
    ...Object.entries(leftOut).map(([name, reason]) => ({ name, reason })),
    ...foreign.map((name) => ({ name, reason: 'the table was not created by Loquat' })),
  ].slice(0, maxLeftOut)

const name = z.string().min(1).max(200)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const number = z.int().nonnegative()

export const Manifest = z.object({
  format: z.literal(format),
  made_at: z.iso.datetime(),
  server: z.string().max(200),
  database: z.enum(['embedded', 'server']),
  /** Migrations applied to the database, in order. */
  migrations: z.array(name).max(10_000),
  tables: z.array(z.object({ name, rows: number, bytes: number, sha256 })).max(10_000),
  left_out: z.array(z.object({ name, reason: z.string().max(1000) })).max(maxLeftOut),
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })).max(10_000),
  /** Uploaded files, listed in `uploads.jsonl.gz`; `sha256` is that of the uncompressed list. */
  uploads: z.object({ count: number, bytes: number, sha256 }),
  /** Files of the data directory needed to decrypt values in the database. */
  keys: z.array(name).max(10),
})
export type Manifest = z.infer<typeof Manifest>

export interface Upload {
  /** Key in the blob store. */
  readonly key: string
  readonly size: number
  readonly sha256: string
  /** Key of its content in the backup location. */
  readonly content: string
}
