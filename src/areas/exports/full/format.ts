import { int, z } from '#contract'

/** Named in every archive, so that it can be told from others. */
export const formatName = 'loquat-organization'
/** Another one whenever a table or a column comes or goes. */
export const formatVersion = 1

/** What the first file says in every version. */
export const AnyFormat = z.object({ format: z.string().max(100), version: int, server: z.string().max(100) })

/** `format.json`, the first file of an archive. */
export const FormatNote = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  server: z.string().max(100),
  made_at: z.string().max(40),
  /** Whether it holds hashes of passwords, API keys and invitations. */
  secrets: z.boolean(),
  /** Of the event log: what the archive shows. */
  position: int.min(0).max(10 ** 12),
  organization: z.strictObject({
    id: int.min(1),
    subdomain: z.string().max(63),
    name: z.string().max(1_000),
    url: z.url().max(300),
  }),
  /** The highest number that each table's ids had reached. */
  last_ids: z.record(z.string().max(63), int.min(0).max(10 ** 12)),
})
export type FormatNote = z.infer<typeof FormatNote>

/** `manifest.json`, the last file: an archive without it is not whole. */
export const Manifest = z.strictObject({
  tables: z.record(z.string().max(63), z.strictObject({ rows: int.min(0), sha256: z.string().length(64) })),
  /** `missing`: in the database, and not where files are. */
  files: z.strictObject({ written: int.min(0), missing: int.min(0) }),
})
export type Manifest = z.infer<typeof Manifest>

export const tableFile = (name: string): string => `tables/${name}.jsonl`
export const uploadFile = (id: number): string => `uploads/${id}`
export const avatarFile = (userId: number, size: string): string => `avatars/${userId}-${size}.png`
export const emojiFile = (name: string): string => `emoji/${name}`
export const pictureFile = (name: string): string => `realm/${name}`
