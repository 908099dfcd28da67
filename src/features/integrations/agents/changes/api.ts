import {
  apiError,
  bool,
  ChannelIdOut,
  endpoint,
  event,
  id,
  int,
  MessageIdOut,
  mustBeAdministrator,
  text,
  UserIdOut,
  z,
} from '#contract'
import { cannotMakePublicYet } from '../../../channels/channels/errors.ts'
import { cannotEditYet } from '../../../messages/messages/held-messages/errors.ts'
import { ruleErrors } from '../../../messages/messages/moderation-rules/errors.ts'
import { newcomerEditErrors } from '../../../messages/messages/newcomer-limits/errors.ts'
import { lockedErrors } from '../../../messages/messages/topic-locks/errors.ts'
import { restrictedErrors } from '../../../people/restrictions/errors.ts'

export const undoableSecs = 3_600
export const maxUndone = 200
const maxListed = 100
const maxSeconds = 253_402_300_799

/** Also for an action that the caller can't see. */
export const noSuchChange = apiError(404, 'BAD_REQUEST', 'Agent action does not exist')
export const notUndoable = apiError(400, 'AGENT_ACT_NOT_UNDOABLE', "This action can't be undone")
export const undoneAlready = apiError(400, 'AGENT_ACT_NOT_UNDOABLE', 'This action was already undone')
export const undoTooLate = apiError(
  400,
  'AGENT_ACT_NOT_UNDOABLE',
  'Actions can be undone for one hour, and that time has passed',
)
export const tooManyChanges = apiError(400, 'BAD_REQUEST', 'You can undo up to {most} actions at once', {
  most: maxUndone,
})
export const changesNotNamed = apiError(400, 'BAD_REQUEST', "Give either 'request_id', or 'token_id' and 'since'")
/** Each of `conflicts` is a newer change: `act_id`, `kind`, `reason`, and `message_id` if it's about a message. */
export const changedSince = apiError(409, 'AGENT_ACT_CONFLICT', 'Something has changed since, so nothing was undone')

const actionKinds = [
  'message',
  'edit',
  'move',
  'deletion',
  'reaction',
  'flags',
  'channel',
  'scheduled_message',
  'reminder',
] as const

const ActionOut = z.object({
  kind: z.enum(actionKinds),
  message_id: MessageIdOut.optional(),
  stream_id: ChannelIdOut.optional(),
  count: int,
})

/** Changes that an agent made at once. Times are UNIX seconds. */
export const AgentChange = z.object({
  id: int,
  user_id: UserIdOut,
  token_id: int,
  /** The token's name at that time. */
  agent: z.string(),
  /** The `X-Request-Id`, shared by all changes of a request. */
  request_id: z.string(),
  operation: z.string(),
  time: int,
  deeds: z.array(ActionOut),
  /** Null if it can't be undone. */
  undo_until: int.nullable(),
  undone_at: int.nullable(),
  undone_by: UserIdOut.nullable(),
})
export type AgentChange = z.infer<typeof AgentChange>
export type AgentChangeOut = z.input<typeof AgentChange>

export const getAgentChanges = endpoint('GET /agent_acts', {
  summary: 'Get actions of agents using your access tokens, newest first',
  scope: 'never',
  params: {
    /** For paging: the last id of the previous page. */
    before: id.optional(),
    limit: int.min(1).max(maxListed).default(50),
    token_id: id.optional(),
    /** Actions of all users; for administrators. */
    everyone: bool.default(false),
  },
  result: { acts: z.array(AgentChange), has_more: bool },
  errors: [mustBeAdministrator],
})

export const undoAgentChange = endpoint('POST /agent_acts/{act_id}/undo', {
  summary: 'Undo an action of an agent',
  scope: 'never',
  audited: true,
  params: { act_id: id },
  errors: [
    ...restrictedErrors,
    ...lockedErrors,
    ...newcomerEditErrors,
    ...ruleErrors,
    cannotEditYet,
    cannotMakePublicYet,
    noSuchChange,
    notUndoable,
    undoneAlready,
    undoTooLate,
    changedSince,
  ],
})

export const undoAgentChanges = endpoint('POST /agent_acts/undo', {
  summary: 'Undo all actions of a request, or of a token since a time',
  scope: 'never',
  audited: true,
  params: {
    request_id: text({ min: 1, max: 100 }).optional(),
    token_id: id.optional(),
    /** UNIX seconds. */
    since: int.min(0).max(maxSeconds).optional(),
  },
  /** `left`: actions that can't be undone. */
  result: { undone: z.array(int), left: z.array(int) },
  errors: [
    ...restrictedErrors,
    ...lockedErrors,
    ...newcomerEditErrors,
    ...ruleErrors,
    cannotEditYet,
    cannotMakePublicYet,
    changesNotNamed,
    noSuchChange,
    tooManyChanges,
    changedSince,
  ],
})

/** Sent to the account that the agent acts for, and to the owner of a bot. */
export const agentChanged = event('agent_act', 'add', { act: AgentChange })
export const agentChangeUndone = event('agent_act', 'update', { act: AgentChange })
