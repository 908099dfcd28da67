import { apiError, endpoint } from '#contract'

export const noLiveKit = apiError(404, 'BAD_REQUEST', 'This server doesn’t use LiveKit')
export const badWebhook = apiError(403, 'BAD_WEBHOOK', 'Invalid LiveKit webhook: wrong {reason}')

/** Listed in LiveKit's `webhook.urls`. A token in the `Authorization` header has the hash of the body. */
export const receiveLiveKitWebhook = endpoint('POST /calls/livekit/webhook', {
  summary: 'Receive a webhook from the LiveKit server',
  caller: 'anyone',
  keepsBody: true,
  errors: [noLiveKit, badWebhook],
})
