import { type Area, initial } from '#platform/serve'
import { keepRefusal } from './actions/send.ts'
import * as api from './api.ts'
import { offered } from './present.ts'
import { routes } from './routes.ts'

export const incomingWebhooksArea: Area = {
  name: 'incoming-webhooks',
  api: [api],
  routes,
  webhookRefused: keepRefusal,
  state: [initial(api.realmIncomingWebhookBots, () => offered)],
}
