import { bool, endpoint, id, int, text, UserId, UserIdOut, z } from '#contract'

const maxEntries = 1_000
const maxSeconds = 253_402_300_799

export const AuditEntry = z.object({
  /** Ascending in the order of the changes. */
  id: int,
  /** UNIX seconds. */
  time: int,
  /** Null for the server's operator. */
  acting_user_id: UserIdOut.nullable(),
  /** The endpoint, such as `PATCH /users/{user_id}`, or the command. */
  action: z.string(),
  /** The parameters without secrets; long texts and lists are cut. */
  params: z.record(z.string(), z.unknown()),
  address: z.string(),
  client: z.string(),
})

export const getAuditLog = endpoint('GET /audit_log', {
  summary: 'Get the audit log, newest first',
  caller: 'owner',
  params: {
    /** For paging: the last id of the previous page. */
    before: id.optional(),
    limit: int.min(1).max(maxEntries).default(100),
    acting_user_id: UserId.optional(),
    action: text({ max: 200 }).optional(),
    /** UNIX seconds; `since` is inclusive, `until` exclusive. */
    since: int.min(0).max(maxSeconds).optional(),
    until: int.min(0).max(maxSeconds).optional(),
  },
  result: { entries: z.array(AuditEntry), has_more: bool },
})
