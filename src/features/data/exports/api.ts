import { apiError, bool, endpoint, event, id, int, mustBeOwner, UserIdOut, z } from '#contract'

/** Since feature level 449; earlier, the numbers 1 and 2. */
export const exportTypes = ['public', 'full_with_consent', 'full_without_consent'] as const
export type ExportType = (typeof exportTypes)[number]
/** `loquat` is this server's layout; `zulip` is that of the public server's exports. */
export const exportFormats = ['loquat', 'zulip'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const consentNeeded = apiError(
  400,
  'BAD_REQUEST',
  "Private data is exported only with users' consent. The server's operator can allow owners to export everything.",
)
export const formatHoldsEverything = apiError(
  400,
  'BAD_REQUEST',
  "The format '{format}' holds everything: 'export_type' is to be 'full_without_consent'.",
)
export const tooManyExports = apiError(400, 'BAD_REQUEST', 'An organization can start up to {limit} exports per week.')
export const noSuchExport = apiError(404, 'BAD_REQUEST', 'Export does not exist.')
export const exportPending = apiError(400, 'BAD_REQUEST', 'The export is still in progress.')
export const exportFailed = apiError(400, 'BAD_REQUEST', "The export failed, so there's no archive.")
export const exportDeleted = apiError(400, 'BAD_REQUEST', 'The export was already deleted.')

export const ExportCounts = z.object({
  users: int,
  channels: int,
  messages: int,
  reactions: int,
  uploads: int,
  custom_emoji: int,
  /** Files in the database whose content is missing. */
  missing: int,
})
export type ExportCounts = z.infer<typeof ExportCounts>

/** Times are UNIX times in seconds, with fractions. */
const RealmExport = z.object({
  id: int,
  acting_user_id: int,
  export_time: z.number(),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  /** Null if there is no archive, or its link has expired or was revoked. */
  export_url: z.string().nullable(),
  url_expires_timestamp: z.number().nullable(),
  pending: bool,
  export_type: z.enum(exportTypes),
  export_format: z.enum(exportFormats),
  /** 0 to 100; null if it isn't being written. */
  percent: int.nullable(),
  counts: ExportCounts.nullable(),
  /** In bytes; null until the archive is complete. */
  size: int.nullable(),
})
export type RealmExport = z.infer<typeof RealmExport>

export const exportRealm = endpoint('POST /export/realm', {
  summary: "Start an export of the organization's data",
  caller: 'administrator',
  params: {
    export_type: z.enum(exportTypes).default('public'),
    export_format: z.enum(exportFormats).default('loquat'),
  },
  result: { id: int },
  errors: [consentNeeded, formatHoldsEverything, mustBeOwner, tooManyExports],
})

export const getRealmExports = endpoint('GET /export/realm', {
  summary: 'Get all exports of the organization',
  caller: 'administrator',
  result: { exports: z.array(RealmExport) },
})

export const deleteRealmExport = endpoint('DELETE /export/realm/{export_id}', {
  summary: 'Delete the archive of an export',
  caller: 'administrator',
  params: { export_id: id },
  errors: [noSuchExport, exportPending, exportFailed, exportDeleted],
})

export const createRealmExportLink = endpoint('POST /export/realm/{export_id}/link', {
  summary: 'Create a new download link for an export, valid for seven days',
  caller: 'administrator',
  params: { export_id: id },
  errors: [noSuchExport, exportPending, exportFailed, exportDeleted],
})

export const revokeRealmExportLink = endpoint('DELETE /export/realm/{export_id}/link', {
  summary: 'Revoke the download link of an export, keeping the archive',
  caller: 'administrator',
  params: { export_id: id },
  errors: [noSuchExport, exportPending, exportFailed, exportDeleted],
})

export const getRealmExportConsents = endpoint('GET /export/realm/consents', {
  summary: 'Get users who allow exporting their private data',
  caller: 'administrator',
  result: {
    export_consents: z.array(z.object({ user_id: UserIdOut, consented: bool, email_address_visibility: int })),
  },
})

/** Sent to the user who requested the export when its state changes, and with its progress. */
export const exportsChanged = event('realm_export', null, { exports: z.array(RealmExport) })
/** Sent to administrators. */
export const consentChanged = event('realm_export_consent', null, { user_id: UserIdOut, consented: bool })
