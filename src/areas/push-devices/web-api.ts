import { apiError, endpoint, id, int, text, z } from '#contract'
import { noSuchDevice } from './api.ts'

export const badPushAddress = apiError(400, 'BAD_REQUEST', 'Invalid endpoint: {reason}')

/** A browser that this server tells of messages, without a relay. */
export const Subscription = z.object({
  device_id: int,
  /** Of the push service; the rest of the address is the browser's secret. */
  host: z.string(),
  /** UNIX seconds. */
  date_created: int,
})

/** RFC 8292: browsers are given the key when they subscribe, so that nobody else can tell them something. */
export const getWebPush = endpoint('GET /web_push', {
  summary: 'Get the Web Push key and your subscribed browsers',
  scope: 'never',
  caller: 'human',
  result: { public_key: z.string(), subscriptions: z.array(Subscription) },
})

/** The parts of what a browser's `PushSubscription.toJSON()` says. RFC 8030 and 8291. */
export const subscribeWebPush = endpoint('POST /web_push/subscriptions', {
  summary: 'Subscribe a browser to push notifications',
  scope: 'never',
  caller: 'human',
  params: {
    endpoint: text({ max: 2_000 }),
    /** A public key on P-256, 65 bytes, in base64 for addresses (RFC 4648, section 5). */
    p256dh: text({ max: 200 }),
    /** 16 bytes, the same way. */
    auth: text({ max: 200 }),
  },
  result: { device_id: int },
  errors: [badPushAddress],
})

export const unsubscribeWebPush = endpoint('DELETE /web_push/subscriptions/{device_id}', {
  summary: 'Unsubscribe a browser from push notifications',
  scope: 'never',
  caller: 'human',
  params: { device_id: id },
  errors: [noSuchDevice],
})
