import { type Feature, initial } from '#platform/serve'
import { keepRefusal } from './actions/send.ts'
import * as api from './api.ts'
import { forgetPosts, forgetThreads, sealSecrets } from './due.ts'
import { routes } from './routes.ts'
import { offered } from './serialize.ts'

export const incomingWebhooksFeature: Feature = {
  name: 'incoming-webhooks',
  api: [api],
  routes,
  webhookRefused: keepRefusal,
  repeated: [sealSecrets, forgetPosts, forgetThreads],
  state: [initial(api.realmIncomingWebhookBots, () => offered)],
}
