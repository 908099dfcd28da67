import { apiError, endpoint, id, int, text, z } from '#contract'
import { noSuchDevice } from './api.ts'

export const badPushAddress = apiError(400, 'BAD_REQUEST', 'Invalid endpoint: {reason}')

export const Subscription = z.object({
  device_id: int,
  /** The push service's host; the rest of the URL is the browser's secret. */
  host: z.string(),
  /** UNIX seconds. */
  date_created: int,
})

/** RFC 8292: browsers subscribe with this key, so that no other server can notify them. */
export const getWebPush = endpoint('GET /web_push', {
  summary: 'Get the Web Push key and your subscribed browsers',
  scope: 'never',
  caller: 'human',
  result: { public_key: z.string(), subscriptions: z.array(Subscription) },
})

/** The fields of a browser's `PushSubscription.toJSON()`. RFC 8030 and 8291. */
export const subscribeWebPush = endpoint('POST /web_push/subscriptions', {
  summary: 'Subscribe a browser to push notifications',
  scope: 'never',
  caller: 'human',
  params: {
    endpoint: text({ max: 2_000 }),
    /** A public key on P-256, 65 bytes, in base64url (RFC 4648, section 5). */
    p256dh: text({ max: 200 }),
    /** 16 bytes, in base64url. */
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
