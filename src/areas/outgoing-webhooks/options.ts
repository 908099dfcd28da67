import { declareOptions, option, timeout } from '#platform/config'

export const outgoingWebhookOptions = declareOptions({
  webhookTimeoutSeconds: option(timeout(10), 'N', 'How long an outgoing webhook may take for its answer.'),
})
