import { bool, endpoint, id, int, ToldUserId, text, UserId, z } from '#contract'

/** Entries in one answer. */
const mostEntries = 1_000
const mostSeconds = 253_402_300_799

/** One change. */
export const AuditEntry = z.object({
  /** Ascending in the order of the changes. */
  id: int,
  /** UNIX seconds. */
  time: int,
  /** Null for whoever runs the server. */
  acting_user_id: ToldUserId.nullable(),
  /** The endpoint that was called, such as `PATCH /users/{user_id}`, or the command. */
  action: z.string(),
  /** What was given, without secrets; long texts and lists are cut. */
  params: z.record(z.string(), z.unknown()),
  address: z.string(),
  client: z.string(),
})

export const getAuditLog = endpoint('GET /audit_log', {
  summary: 'Get the audit log, newest first',
  caller: 'owner',
  params: {
    /** Only what is older than this entry: the id of the last one of the page before. */
    before: id.optional(),
    limit: int.min(1).max(mostEntries).default(100),
    acting_user_id: UserId.optional(),
    action: text({ max: 200 }).optional(),
    /** UNIX seconds; from this time on, and before that one. */
    since: int.min(0).max(mostSeconds).optional(),
    until: int.min(0).max(mostSeconds).optional(),
  },
  result: { entries: z.array(AuditEntry), has_more: bool },
})
