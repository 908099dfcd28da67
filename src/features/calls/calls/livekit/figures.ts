import type { Feature } from '#platform/serve'

export const livekitRequests = 'loquat_call_livekit_requests_total'
export const livekitWebhooks = 'loquat_call_livekit_webhooks_total'

/** For the metrics. */
export const livekitOutcomes = [
  {
    metric: livekitRequests,
    help: 'Room requests to the LiveKit server: done, or failed and retried later.',
  },
  {
    metric: livekitWebhooks,
    help: 'Webhooks from the LiveKit server: accepted, repeated, or rejected for their signature, hash, or age.',
  },
] satisfies Feature['outcomes']
