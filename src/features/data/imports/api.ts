import { apiError, bool, endpoint, event, id, int, text, UserIdOut, z } from '#contract'

/** The supported sources, by the name used in the command and the API. */
export const sourceNames = ['slack', 'mattermost', 'rocket-chat', 'discord', 'zulip'] as const
export type SourceName = (typeof sourceNames)[number]

/** `waiting`: queued, or until the server runs again. The last three are final. */
const states = ['waiting', 'running', 'done', 'failed', 'stopped'] as const
export const phases = ['unpacking', 'people and channels', 'messages', 'finishing'] as const

export const noSuchArchive = apiError(400, 'BAD_REQUEST', "File not found, or it isn't yours.")
export const archiveTooLarge = apiError(400, 'BAD_REQUEST', 'The archive is too large (limit: {limit} MiB).')
export const importsOff = apiError(400, 'BAD_REQUEST', "Only the server's operator can import archives.")
export const importUnderWay = apiError(400, 'BAD_REQUEST', 'Another import is in progress.')
export const noSuchImport = apiError(404, 'BAD_REQUEST', 'Import does not exist.')
export const importEnded = apiError(400, 'BAD_REQUEST', 'The import has already ended.')

/** Counts by kind: `{ "messages in channels": 1200 }`. */
const numbers = z.record(z.string(), int)

/** Times are UNIX times in seconds. */
const shape = {
  id: int,
  acting_user_id: UserIdOut,
  source: z.enum(sourceNames),
  file_name: z.string(),
  /** In bytes. */
  size: int,
  dry_run: bool,
  grant_roles: bool,
  download: bool,
  state: z.enum(states),
  phase: z.enum(phases).nullable(),
  /** 0 to 100. */
  percentage: int,
  messages: int,
  /** Contents of the archive found so far, by kind: people, channels, messages, files. */
  counts: numbers,
  requested_at: int,
  started_at: int.nullable(),
  ended_at: int.nullable(),
  problem: z.string().nullable(),
  /** Owners can fetch the report at `/imports/{id}/report`. */
  has_report: bool,
}
const Import = z.object(shape)
export type Import = z.input<typeof Import>

const ImportInFull = z.object({
  ...shape,
  /** Counts of losses and changes, and sentences about what the archive's format never contains. */
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
    /** The URL that uploading returned: `/user_uploads/…`. It must be an upload of the caller. */
    file: text({ min: 1, max: 2_000 }),
    dry_run: bool.default(false),
    /** People who are administrators or moderators in the archive keep that role; owners become administrators. */
    grant_roles: bool.default(false),
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
    /** Maximum size of an archive in MiB; 0 if owners can't import. */
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

/** Sent to administrators when an import is created or makes progress. */
export const importChanged = event('import', null, { import: Import })
