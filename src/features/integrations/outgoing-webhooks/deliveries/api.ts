import { bool, endpoint, int, UserId, UserIdOut, z } from '#contract'
import { noSuchBot } from '../../../people/users/errors.ts'

/** A request from the server to an outgoing webhook, or from a program to an incoming one. */
export const Delivery = z.object({
  id: int,
  direction: z.enum(['incoming', 'outgoing']),
  /** When it ended, in UNIX seconds. */
  at: int,
  succeeded: bool,
  /** A test, without a message. */
  is_test: bool,
  /** The HTTP status; null if there was no response. */
  status: int.nullable(),
  duration_ms: int,
  /** The error; empty if it succeeded. */
  problem: z.string(),
  /** For a failed or tested outgoing webhook: the first 500 characters of its response. */
  answer: z.string(),
  /**
   * For an incoming one: the integration (`github`), its event, and why no message was sent: `unknown` (no text for
   * such an event), `quiet` (nothing to report), `filtered` (excluded by the URL), or `repeated` (the same signed post
   * came before); otherwise empty.
   */
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

/** Of a bot and an integration; that of an outgoing webhook is empty. Tests don't count. */
const LatestDelivery = z.object({
  bot_id: UserIdOut,
  integration: z.string(),
  /** When the newest request came, in UNIX seconds. */
  last_at: int,
  /** The error of the newest request; empty if it succeeded. */
  problem: z.string(),
})
export type LatestDelivery = z.infer<typeof LatestDelivery>

export const getLatestDeliveries = endpoint('GET /bots/deliveries', {
  summary: 'Get the latest delivery of each integration of the webhook bots that you administer',
  result: { deliveries: z.array(LatestDelivery) },
})
