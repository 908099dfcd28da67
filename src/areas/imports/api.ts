import { apiError, bool, endpoint, event, id, int, ToldUserId, text, z } from '#contract'

/** What can be taken in, by what is typed for it. */
export const sourceNames = ['slack', 'mattermost', 'rocket-chat', 'discord', 'zulip'] as const
export type SourceName = (typeof sourceNames)[number]

/** `waiting`: for its turn, or for the server to go on. The last three are ends. */
const states = ['waiting', 'running', 'done', 'failed', 'stopped'] as const
export const phases = ['unpacking', 'people and channels', 'messages', 'finishing'] as const

export const noSuchArchive = apiError(400, 'BAD_REQUEST', "File not found, or it isn't yours.")
export const archiveTooLarge = apiError(400, 'BAD_REQUEST', 'The archive is too large (limit: {limit} MiB).')
export const importsOff = apiError(400, 'BAD_REQUEST', "Only the server's operator can import archives.")
export const importUnderWay = apiError(400, 'BAD_REQUEST', 'Another import is in progress.')
export const noSuchImport = apiError(404, 'BAD_REQUEST', 'Import does not exist.')
export const importEnded = apiError(400, 'BAD_REQUEST', 'The import has already ended.')

/** How many of what: `{ "messages in channels": 1200 }`. */
const numbers = z.record(z.string(), int)

/** Times are UNIX times in seconds. */
const shape = {
  id: int,
  acting_user_id: ToldUserId,
  source: z.enum(sourceNames),
  file_name: z.string(),
  /** Of the archive, in bytes. */
  size: int,
  /** Nothing is written but the report. */
  dry_run: bool,
  grant_roles: bool,
  download: bool,
  state: z.enum(states),
  /** Where it is, while it runs. */
  phase: z.enum(phases).nullable(),
  /** Of the whole work, from 0 to 100. */
  percentage: int,
  /** How many messages of the archive are done with. */
  messages: int,
  /** What is in the archive, as far as it is known: people, channels, messages, files, each by kinds. */
  counts: numbers,
  requested_at: int,
  started_at: int.nullable(),
  ended_at: int.nullable(),
  /** Why it has failed. */
  problem: z.string().nullable(),
  /** Whether there is a report, at `/imports/{id}/report`, which owners can fetch. */
  has_report: bool,
}
const Import = z.object(shape)
export type Import = z.input<typeof Import>

const ImportInFull = z.object({
  ...shape,
  /** What cannot be taken over, what is called otherwise, and what such an archive never has. */
  lost: numbers,
  changed: numbers,
  never_there: z.array(z.string()),
})
export type ImportInFull = z.input<typeof ImportInFull>

export const startImport = endpoint('POST /imports', {
  summary: 'Import an archive from another chat, or preview the import',
  caller: 'owner',
  params: {
    source: z.enum(sourceNames),
    /** An upload of the caller, by the address that its upload has answered: `/user_uploads/…`. */
    file: text({ min: 1, max: 2_000 }),
    dry_run: bool.default(false),
    /** People who are administrators or moderators in the archive are that here; owners become administrators. */
    grant_roles: bool.default(false),
    /** Download files from the URLs in the archive. */
    download: bool.default(false),
  },
  result: { id: int },
  errors: [noSuchArchive, archiveTooLarge, importsOff, importUnderWay],
})

export const getImports = endpoint('GET /imports', {
  summary: 'Get all imports, newest first',
  caller: 'administrator',
  result: {
    imports: z.array(Import),
    /** How large an archive can be, in MiB; 0: owners cannot import here. */
    max_import_mib: int,
  },
})

export const getImport = endpoint('GET /imports/{import_id}', {
  summary: 'Get an import and its report',
  caller: 'administrator',
  params: { import_id: id },
  result: { import: ImportInFull },
  errors: [noSuchImport],
})

export const stopImport = endpoint('DELETE /imports/{import_id}', {
  summary: 'Cancel an import; importing the same archive again continues from there',
  caller: 'owner',
  params: { import_id: id },
  errors: [noSuchImport, importEnded],
})

/** To administrators: an import as it is now, whether it is new or has got further. */
export const importChanged = event('import', null, { import: Import })
