import { apiError, bool, endpoint, int, UserId, z } from '#contract'
import { noSuchBot } from '../../people/users/errors.ts'

export const notThatKind = apiError(400, 'BAD_REQUEST', 'This bot is not an active outgoing webhook')
export const testedTooOften = apiError(
  400,
  'TESTED_TOO_OFTEN',
  'You can test a webhook ten times per minute, one test at a time',
)

export const testOutgoingWebhook = endpoint('POST /bots/{bot_id}/test_delivery', {
  summary: 'Test an outgoing webhook with a sample',
  params: { bot_id: UserId },
  result: {
    succeeded: bool,
    /** Null if there was no response. */
    status: int.nullable(),
    duration_ms: int,
    /** The error; empty if none. */
    problem: z.string(),
    /** The beginning of the response. */
    answer: z.string(),
    reply: z.string().nullable(),
  },
  errors: [noSuchBot, notThatKind, testedTooOften],
})
