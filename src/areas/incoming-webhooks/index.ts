import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

const offered = [
  { name: 'json', display_name: 'JSON' },
  { name: 'slack_incoming', display_name: 'Slack-compatible webhook' },
].map((one) => ({ ...one, all_event_types: null, config_options: [], url_options: [] }))

export const incomingWebhooksArea: Area = {
  name: 'incoming-webhooks',
  api: [api],
  routes,
  state: [initial(api.realmIncomingWebhookBots, () => offered)],
}
