import { apiError, endpoint, event, id, int, list, maxMessageLength, maxRecipients, state, text, z } from '#contract'
import { maxTopicLength, resolvedMark, topicLimit } from '../../channels/channels/limits.ts'
import { tooManyKept } from '../../people/organization/totals.ts'

export const maxDraftsAtOnce = 100
export const maxDraftsInRegister = 1000

export const noSuchDraft = apiError(404, 'BAD_REQUEST', 'Draft does not exist')
/** For requests with `expected_content`: another device has changed the draft. */
export const draftHasChanged = apiError(400, 'EXPECTATION_MISMATCH', 'This draft was changed on another device')
export const draftsAreOff = apiError(400, 'BAD_REQUEST', 'User has disabled synchronizing drafts.')
export const oneChannel = apiError(400, 'BAD_REQUEST', 'Must specify exactly 1 channel ID for channel messages')

/** An unsent message; `to` is one channel, or the people of a direct conversation. */
export const Draft = z.object({
  id: int,
  type: z.enum(['', 'stream', 'private']),
  to: z.array(int),
  topic: z.string(),
  content: z.string(),
  timestamp: int,
})
export type Draft = z.infer<typeof Draft>

const newNames = { channel: 'stream', direct: 'private' } as const
const NewDraft = z.object({
  type: z
    .enum(['', 'stream', 'private', 'channel', 'direct'])
    .transform((type): Draft['type'] => (type === 'channel' || type === 'direct' ? newNames[type] : type)),
  to: list(int, { max: maxRecipients }),
  topic: text({ max: maxTopicLength + resolvedMark.length })
    .refine((topic) => [...topic].length <= topicLimit(topic), 'is too long')
    .default(''),
  content: text({ trim: true, min: 1, max: maxMessageLength }),
  // compat: some clients send fractions of seconds
  timestamp: z.number().nonnegative().max(100_000_000_000).transform(Math.floor).optional(),
})
export type NewDraft = z.output<typeof NewDraft>

/** Loquat's own: prevents overwriting text from another device that this one hasn't received yet. */
const expected_content = text({ max: maxMessageLength }).optional()

export const getDrafts = endpoint('GET /drafts', {
  summary: 'Get your drafts, most recently edited first',
  result: { count: int, drafts: z.array(Draft) },
  errors: [draftsAreOff],
})

export const createDrafts = endpoint('POST /drafts', {
  summary: 'Create drafts',
  params: { drafts: list(NewDraft, { max: maxDraftsAtOnce }).default([]) },
  result: { ids: z.array(int) },
  errors: [draftsAreOff, oneChannel, tooManyKept],
})

export const editDraft = endpoint('PATCH /drafts/{draft_id}', {
  summary: 'Update a draft',
  params: { draft_id: id, draft: NewDraft, expected_content },
  errors: [draftsAreOff, noSuchDraft, draftHasChanged, oneChannel, tooManyKept],
})

export const deleteDraft = endpoint('DELETE /drafts/{draft_id}', {
  summary: 'Delete a draft',
  params: { draft_id: id, expected_content },
  errors: [draftsAreOff, noSuchDraft, draftHasChanged],
})

export const draftsAdded = event('drafts', 'add', { drafts: z.array(Draft) })
export const draftUpdated = event('drafts', 'update', { draft: Draft })
export const draftRemoved = event('drafts', 'remove', { draft_id: int })

const newestFirst = (drafts: Draft[]) => drafts.sort((a, b) => b.timestamp - a.timestamp || b.id - a.id)

export const draftsState = state('drafts', z.array(Draft))
  .on(draftsAdded, (drafts, { drafts: added }) => newestFirst([...drafts, ...added]).slice(0, maxDraftsInRegister))
  .on(draftUpdated, (drafts, { draft }) => newestFirst([...drafts.filter(({ id: one }) => one !== draft.id), draft]))
  .on(draftRemoved, (drafts, { draft_id }) => drafts.filter(({ id: one }) => one !== draft_id))
