import {
  apiError,
  ChannelId,
  endpoint,
  event,
  id,
  int,
  list,
  mustBeAdministrator,
  ToldChannelId,
  ToldUserId,
  z,
} from '#contract'
import { approvers, reasons } from './policy-kinds.ts'

/** After this time nobody can approve any more, in seconds. */
export const waitingSecs = 86_400
const mostListed = 100
/** Channels that a policy can name. */
export const mostPolicyChannels = 200
/** Requests of one account that wait at once. */
export const mostWaiting = 50

export const requestStates = ['waiting', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const
export type RequestState = (typeof requestStates)[number]

/**
 * What a program is answered whose act waits: nothing was done yet. With `agent_request_id`, `expires_at` in UNIX seconds,
 * `reason` and `approver`.
 */
export const actWaits = apiError(
  202,
  'AGENT_ACT_WAITS',
  "This is waiting for approval and will be done once it's approved. Don't try again",
)
export const cannotWait = apiError(
  403,
  'AGENT_ACT_REFUSED',
  "This requires approval, but it's too long or contains files, so it can't be queued",
)
export const tooManyWaiting = apiError(
  400,
  'AGENT_ACT_REFUSED',
  'This requires approval, but {most} requests are already waiting',
  { most: mostWaiting },
)
/** Also for one of somebody else. */
export const noSuchRequest = apiError(404, 'BAD_REQUEST', 'Agent request does not exist')
/** `state` says what has become of it. */
export const decidedAlready = apiError(409, 'AGENT_REQUEST_DECIDED', 'This request is no longer waiting: it is {state}')
export const unknownChannel = apiError(400, 'BAD_REQUEST', 'Invalid channel_ids: there is no channel {id}')

/** What a program has asked to do. Times in UNIX seconds. */
export const AgentRequest = z.object({
  id: int,
  /** For whom it acts. */
  user_id: ToldUserId,
  token_id: int,
  /** The token's name at that time. */
  agent: z.string(),
  /** `POST /messages` */
  operation: z.string(),
  /** As they came, without secrets; long texts are cut. */
  params: z.record(z.string(), z.string()),
  reason: z.enum(reasons),
  approver: z.enum(approvers),
  state: z.enum(requestStates),
  time: int,
  expires_at: int,
  decided_by: ToldUserId.nullable(),
  decided_at: int.nullable(),
  /** Why it could not be done after all. */
  problem: z.string().nullable(),
  /** What the call has answered. */
  result: z.record(z.string(), z.unknown()).nullable(),
})
export type AgentRequest = z.infer<typeof AgentRequest>
export type ToldAgentRequest = z.input<typeof AgentRequest>

/** Which acts of programs wait, and for whom. */
const policy = {
  /** Messages in channels in which only administrators or moderators write, and in those of `channel_ids`. */
  announcements: z.enum(approvers),
  /** Of everybody in a channel or a topic, or of a group with more than 15 people there. */
  wide_mentions: z.enum(approvers),
  /** Moving or deleting what others have written. */
  others_messages: z.enum(approvers),
  /** Whatever takes the scope `admin` and changes something. */
  administration: z.enum(approvers),
}
export const AgentPolicy = z.object({ ...policy, channel_ids: z.array(ToldChannelId) })
export type AgentPolicy = z.input<typeof AgentPolicy>

export const getAgentPolicy = endpoint('GET /agent_policy', {
  summary: 'Get the approval policy for agents',
  result: { policy: AgentPolicy },
})

export const changeAgentPolicy = endpoint('PATCH /agent_policy', {
  summary: 'Update the approval policy for agents',
  caller: 'administrator',
  scope: 'never',
  audited: true,
  params: {
    announcements: policy.announcements.optional(),
    wide_mentions: policy.wide_mentions.optional(),
    others_messages: policy.others_messages.optional(),
    administration: policy.administration.optional(),
    channel_ids: list(ChannelId, { max: mostPolicyChannels }).optional(),
  },
  errors: [mustBeAdministrator, unknownChannel],
})

const request_id = id

export const getAgentRequests = endpoint('GET /agent_requests', {
  summary: 'Get agent requests you made or can decide, newest first',
  params: {
    /** Only what is older than this one: the id of the last one of the page before. */
    before: id.optional(),
    limit: int.min(1).max(mostListed).default(50),
    state: z.enum(requestStates).optional(),
  },
  /** With an access token, its own alone. */
  result: { requests: z.array(AgentRequest), has_more: z.boolean() },
})

export const approveAgentRequest = endpoint('POST /agent_requests/{request_id}/approve', {
  summary: "Approve an agent's request and carry it out",
  caller: 'human',
  scope: 'never',
  audited: true,
  params: { request_id },
  errors: [noSuchRequest, decidedAlready],
})

export const refuseAgentRequest = endpoint('POST /agent_requests/{request_id}/refuse', {
  summary: "Decline an agent's request",
  caller: 'human',
  scope: 'never',
  audited: true,
  params: { request_id },
  errors: [noSuchRequest, decidedAlready],
})

export const withdrawAgentRequest = endpoint('DELETE /agent_requests/{request_id}', {
  summary: "Withdraw an agent's request",
  scope: 'write',
  params: { request_id },
  errors: [noSuchRequest, decidedAlready],
})

/** To the account for which the program acts, the owner of a bot, and whoever can decide. */
export const agentRequestAdded = event('agent_request', 'add', { request: AgentRequest })
export const agentRequestUpdated = event('agent_request', 'update', { request: AgentRequest })
/** To administrators. */
export const agentPolicyChanged = event('agent_policy', 'update', { policy: AgentPolicy })
