import { apiError, endpoint } from '#contract'

export const noLiveKit = apiError(404, 'BAD_REQUEST', 'This server doesn’t use LiveKit')
export const badWebhook = apiError(403, 'BAD_WEBHOOK', 'This isn’t a webhook of the LiveKit server: wrong {reason}')

/** LiveKit's `webhook.urls` names it. Its body is signed by a token in the header `Authorization`. */
export const receiveLiveKitWebhook = endpoint('POST /calls/livekit/webhook', {
  summary: 'Receive a webhook of the LiveKit server',
  caller: 'anyone',
  keepsBody: true,
  errors: [noLiveKit, badWebhook],
})
