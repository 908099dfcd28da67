import { apiError, bool, endpoint, int, z } from '#contract'

export const backupsUnreachable = apiError(
  503,
  'BACKUPS_UNREACHABLE',
  "The backup location can't be read. See the server log for details.",
)

export const notRootOrganization = apiError(
  403,
  'BAD_REQUEST',
  'Only owners of the organization at the root of this server see its backups. On the server, loquat backup --list shows them.',
)

export const getBackups = endpoint('GET /server/backups', {
  summary: "Get the server's backups, newest first (owners of the root organization only)",
  caller: 'owner',
  result: {
    backups: z.array(
      z.object({
        name: z.string(),
        /** UNIX seconds. */
        made_at: int,
        /** Of the archive, in bytes; files that people uploaded are kept beside it. */
        size: int,
        files: int,
        encrypted: bool,
        /** When it was last restored on trial, in UNIX seconds; null: not yet. */
        checked_at: int.nullable(),
        /** Whether everything came back; null: not tried yet. */
        is_sound: bool.nullable(),
      }),
    ),
    /** How often the server makes one; null: it makes none by itself. */
    every_seconds: int.nullable(),
    /** When the last attempt came to nothing, in UNIX seconds; null: it did not. */
    failed_at: int.nullable(),
  },
  errors: [backupsUnreachable, notRootOrganization],
})
