import { int, z } from '#contract'

export const formatName = 'loquat-organization'
/** Incremented whenever a table or a column is added or removed. */
export const formatVersion = 1

/** The fields of `format.json` that every version has. */
export const AnyFormat = z.object({ format: z.string().max(100), version: int, server: z.string().max(100) })

/** `format.json`, the first file of an archive. */
export const FormatNote = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  server: z.string().max(100),
  made_at: z.string().max(40),
  /** Includes password hashes, API keys, and invitations. */
  secrets: z.boolean(),
  /** The position of the event log that the archive shows. */
  position: int.min(0).max(10 ** 12),
  organization: z.strictObject({
    id: int.min(1),
    subdomain: z.string().max(63),
    name: z.string().max(1_000),
    url: z.url().max(300),
  }),
  last_ids: z.record(z.string().max(63), int.min(0).max(10 ** 12)),
})
export type FormatNote = z.infer<typeof FormatNote>

/** `manifest.json`, the last file: an archive without it is incomplete. */
export const Manifest = z.strictObject({
  tables: z.record(z.string().max(63), z.strictObject({ rows: int.min(0), sha256: z.string().length(64) })),
  /** `missing`: in the database, but without content. */
  files: z.strictObject({ written: int.min(0), missing: int.min(0) }),
})
export type Manifest = z.infer<typeof Manifest>

export const tableFile = (name: string): string => `tables/${name}.jsonl`
export const uploadFile = (id: number): string => `uploads/${id}`
export const avatarFile = (userId: number, size: string): string => `avatars/${userId}-${size}.png`
export const emojiFile = (name: string): string => `emoji/${name}`
export const pictureFile = (name: string): string => `realm/${name}`
