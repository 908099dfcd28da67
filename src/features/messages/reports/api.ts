import {
  apiError,
  bool,
  ChannelIdOut,
  endpoint,
  event,
  id,
  int,
  MessageIdOut,
  mustBeModerator,
  text,
  UserId,
  UserIdOut,
  z,
} from '#contract'
import { serverReportMessageTypes } from '../../people/organization/register-constants.ts'
import { HeldFile } from '../messages/held-messages/wire.ts'

const maxReports = 200
export const maxDecisionReasonLength = 500

export const noSuchReport = apiError(404, 'BAD_REQUEST', 'Report does not exist')
export const changedConcurrently = apiError(
  400,
  'REPORT_CHANGED',
  'Someone else just handled this report: it is now {state}',
)

/** While reports hide a message, they're closed by restoring or deleting it. */
export const messageIsHidden = apiError(
  400,
  'MESSAGE_HIDDEN',
  'This message is hidden until a moderator decides. Restore or delete it to close its reports.',
)
/** The author's profile or messages were deleted, or someone else was faster. */
export const notHidden = apiError(
  400,
  'REPORT_CHANGED',
  'This message is no longer hidden. Another moderator may have decided.',
)
export const cannotDecide = apiError(400, 'BAD_REQUEST', "You can't decide about a message that you can't read.")

const [first, ...others] = serverReportMessageTypes.map(({ key }) => key)
const kind = z.enum([first as (typeof serverReportMessageTypes)[number]['key'], ...others])

const reportStates = ['open', 'handled', 'dismissed'] as const
export type ReportState = (typeof reportStates)[number]

export const reportActions = [
  'message_deleted',
  'message_edited',
  'message_moved',
  'person_spoken_to',
  'person_warned',
  'person_restricted',
  'person_banned',
  'person_deactivated',
  'other',
] as const

export const MessageReport = z.object({
  id: int,
  kind,
  /** The notification bot for reports by moderation rules. */
  reporter_id: UserIdOut,
  /** The moderation rule that reported the message, as it was called then; null for people's reports. */
  rule_name: z.string().nullable(),
  author_id: UserIdOut,
  /** UNIX seconds. */
  reported_at: int,
  /** Null if the message is deleted, hidden, or unreadable. */
  message_id: MessageIdOut.nullable(),
  /** The place of the message if the reader can open it, or could if it weren't hidden. */
  stream_id: ChannelIdOut.nullable(),
  topic: z.string().nullable(),
  /** Whether the reader can see the reported content and the description. */
  is_readable: bool,
  /** The message's original Markdown, cut if very long; null if the reader can't see it. */
  content: z.string().nullable(),
  description: z.string().nullable(),
  /** Whether reports by full members hid the message, and no moderator has decided yet. */
  is_hidden: bool,
  /** Files of a hidden message; moderators can fetch them until they decide. Empty for other messages. */
  files: z.array(HeldFile),
  state: z.enum(reportStates),
  handled_by: UserIdOut.nullable(),
  handled_at: int.nullable(),
  action: z.enum(reportActions).nullable(),
  note: z.string(),
})

export const getMessageReports = endpoint('GET /message_reports', {
  summary: 'Get reported messages, newest first (moderators only)',
  caller: 'member',
  params: {
    /** For paging: only reports older than this ID. */
    before: id.optional(),
    limit: int.min(1).max(maxReports).default(50),
    state: z.enum(reportStates).optional(),
    /** Only reports about this person's messages. */
    author_id: UserId.optional(),
    /** Only reports by this person. */
    reporter_id: UserId.optional(),
  },
  result: { reports: z.array(MessageReport), has_more: bool, open_count: int },
  errors: [mustBeModerator],
})

export const changeMessageReport = endpoint('PATCH /message_reports/{report_id}', {
  summary: 'Update a report (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    report_id: id,
    state: z.enum(reportStates),
    action: z.enum(reportActions).optional(),
    note: text({ trim: true, max: 1_000 }).default(''),
    /** Refused if the report's state changed: two moderators may work on it at once. */
    expected_state: z.enum(reportStates).optional(),
  },
  errors: [mustBeModerator, noSuchReport, changedConcurrently, messageIsHidden],
})

const decisionErrors = [mustBeModerator, noSuchReport, cannotDecide, notHidden]

/** Dismisses all open reports of the message. Later reports don't hide it unless its text changes. */
export const restoreReportedMessage = endpoint('POST /message_reports/{report_id}/restore_message', {
  summary: 'Restore a message that reports hid (moderators only)',
  caller: 'member',
  audited: true,
  params: { report_id: id },
  errors: decisionErrors,
})

/** Closes all open reports of the message as handled. */
export const deleteReportedMessage = endpoint('POST /message_reports/{report_id}/delete_message', {
  summary: 'Delete a message that reports hid (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    report_id: id,
    /** The author sees it. It becomes the note of the reports. */
    reason: text({ trim: true, max: maxDecisionReasonLength }).default(''),
  },
  errors: decisionErrors,
})

/** Sent to moderators when a report is added or changed. */
export const messageReportChanged = event('message_report', null, { report_id: int, state: z.enum(reportStates) })
