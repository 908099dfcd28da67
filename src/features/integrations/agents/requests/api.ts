import {
  apiError,
  ChannelId,
  ChannelIdOut,
  endpoint,
  event,
  id,
  int,
  list,
  mustBeAdministrator,
  UserIdOut,
  z,
} from '#contract'

/** Time to decide, in seconds. */
export const waitingSecs = 86_400
const maxListed = 100
export const maxPolicyChannels = 200
/** Waiting requests per account. */
export const maxQueued = 50

export const requestStates = ['waiting', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const
export type RequestState = (typeof requestStates)[number]

/**
 * The response to an agent's call that waits for approval: nothing was done yet. It includes `agent_request_id`,
 * `expires_at` in UNIX seconds, `reason`, and `approver`.
 */
export const approvalRequired = apiError(
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
  { most: maxQueued },
)
/** Also for a request that the caller can't see. */
export const noSuchRequest = apiError(404, 'BAD_REQUEST', 'Agent request does not exist')
export const decidedAlready = apiError(409, 'AGENT_REQUEST_DECIDED', 'This request is no longer waiting: it is {state}')
export const unknownChannel = apiError(400, 'BAD_REQUEST', 'Invalid channel_ids: there is no channel {id}')

export const reasons = ['announcements', 'wide_mentions', 'others_messages', 'administration'] as const
export type Reason = (typeof reasons)[number]

/** The approver: none, the person that the agent acts for, or any administrator. */
export const approvers = ['none', 'person', 'administrators'] as const
export type Approver = (typeof approvers)[number]

/** Times are UNIX seconds. */
export const AgentRequest = z.object({
  id: int,
  /** The account that it acts for. */
  user_id: UserIdOut,
  token_id: int,
  /** The token's name at that time. */
  agent: z.string(),
  /** For example `POST /messages`. */
  operation: z.string(),
  /** Without secrets; long texts are cut. */
  params: z.record(z.string(), z.string()),
  reason: z.enum(reasons),
  approver: z.enum(approvers),
  state: z.enum(requestStates),
  time: int,
  expires_at: int,
  decided_by: UserIdOut.nullable(),
  decided_at: int.nullable(),
  problem: z.string().nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
})
export type AgentRequest = z.infer<typeof AgentRequest>
export type AgentRequestOut = z.input<typeof AgentRequest>

/** Actions that need approval, with their approvers. */
const policy = {
  /** Messages in channels where only administrators or moderators can post, and in `channel_ids`. */
  announcements: z.enum(approvers),
  /** Mentions of everyone in a channel or topic, or of a group with more than 15 people there. */
  wide_mentions: z.enum(approvers),
  others_messages: z.enum(approvers),
  /** Changes that need the scope `admin`. */
  administration: z.enum(approvers),
}
export const AgentPolicy = z.object({ ...policy, channel_ids: z.array(ChannelIdOut) })
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
    channel_ids: list(ChannelId, { max: maxPolicyChannels }).optional(),
  },
  errors: [mustBeAdministrator, unknownChannel],
})

const request_id = id

export const getAgentRequests = endpoint('GET /agent_requests', {
  summary: 'Get agent requests you made or can decide, newest first',
  params: {
    /** For paging: the last id of the previous page. */
    before: id.optional(),
    limit: int.min(1).max(maxListed).default(50),
    state: z.enum(requestStates).optional(),
  },
  /** With an access token, only its own requests. */
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

/** Sent to the account that the agent acts for, a bot's owner, and people who can decide. */
export const agentRequestAdded = event('agent_request', 'add', { request: AgentRequest })
export const agentRequestUpdated = event('agent_request', 'update', { request: AgentRequest })
/** Sent to administrators. */
export const agentPolicyChanged = event('agent_policy', 'update', { policy: AgentPolicy })
