import { apiError, bool, endpoint, int, z } from '#contract'

export const statusOfRootOnly = apiError(
  403,
  'BAD_REQUEST',
  'Only owners of the organization at the root of this server see its status. On the server, loquat doctor shows it.',
)

export const getServerStatus = endpoint('GET /server/status', {
  summary: "Get the server's versions, disk, backups, email, and jobs (owners of the root organization only)",
  scope: 'never',
  caller: 'owner',
  result: {
    version: z.string(),
    node_version: z.string(),
    database: z.object({
      embedded: bool,
      version: z.string(),
      /** Bytes. */
      size: int,
    }),
    /** Of the data directory, in bytes; null if unknown. */
    disk: z.object({ free: int, total: int, level: z.enum(['ok', 'low', 'critical', 'full']) }).nullable(),
    /** Null if the backup location can't be read. */
    backups: z
      .object({
        /** Newest backup that passed a test restore, in UNIX seconds; null if there's none. */
        verified_at: int.nullable(),
        /** Last attempt if it failed, in UNIX seconds; otherwise null. */
        failed_at: int.nullable(),
        /** Interval between backups; null if the server makes none on its own. */
        every_seconds: int.nullable(),
      })
      .nullable(),
    mail: z.object({
      /** A mail server is configured. */
      configured: bool,
      /** Emails in the outbox, at most 10,000. */
      waiting: int,
      /** Age of the oldest of them. */
      oldest_seconds: int,
    }),
    jobs: z.object({
      /** Scheduled jobs whose time has come. */
      overdue: int,
      /** How long the longest has waited. */
      wait_seconds: int,
    }),
  },
  errors: [statusOfRootOnly],
})
