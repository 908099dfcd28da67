import { declareOptions, option, timeout } from '#platform/config'

export const outgoingWebhookOptions = declareOptions('integrations', {
  webhookTimeoutSeconds: option(timeout(10), 'N', 'Timeout for outgoing webhooks, in seconds.'),
})
