import { bool, endpoint, int, UserId, z } from '#contract'
import { noSuchBot } from '../users/errors.ts'

/** What came of one request: of the server to an outgoing webhook, or of a program to an incoming one. */
export const Delivery = z.object({
  id: int,
  direction: z.enum(['incoming', 'outgoing']),
  /** UNIX seconds, when it was over. */
  at: int,
  succeeded: bool,
  /** Somebody has tried it out; nobody was addressed. */
  is_test: bool,
  /** Of the answer over HTTP; null where none came. */
  status: int.nullable(),
  duration_ms: int,
  /** Why it came to nothing; empty where it did not. */
  problem: z.string(),
  /** Of an outgoing webhook that failed or was tried out: the first 500 characters of its answer. */
  answer: z.string(),
  /** Of an incoming one: the tool (`github`), what it said had happened, and why no message came of it: `unknown` (no
   * text for such an event), `quiet` (nothing to tell of), `filtered` (the address wants none of it) or `repeated` (the
   * same signed post has come before); else empty. */
  integration: z.string(),
  event: z.string(),
  left_out: z.string(),
})

export const getWebhookDeliveries = endpoint('GET /bots/{bot_id}/deliveries', {
  summary: "Get a webhook bot's recent deliveries, newest first",
  params: { bot_id: UserId },
  result: { deliveries: z.array(Delivery) },
  errors: [noSuchBot],
})
