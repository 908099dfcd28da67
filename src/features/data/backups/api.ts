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
        /** Size of the archive in bytes; uploaded files are stored separately. */
        size: int,
        files: int,
        encrypted: bool,
        /** Time of the last test restore, in UNIX seconds; null if there was none. */
        checked_at: int.nullable(),
        /** The test restore was complete; null if there was none. */
        is_sound: bool.nullable(),
      }),
    ),
    /** Interval between backups; null if the server makes none on its own. */
    every_seconds: int.nullable(),
    /** Time of the last attempt if it failed, in UNIX seconds; otherwise null. */
    failed_at: int.nullable(),
  },
  errors: [backupsUnreachable, notRootOrganization],
})
