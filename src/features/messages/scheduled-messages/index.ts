import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { deliveries } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const scheduledMessagesFeature: Feature = {
  name: 'scheduled-messages',
  api: [api],
  routes,
  state: [initial(api.scheduledMessages, (tx, viewer) => store.list(tx, viewer.id))],
  due: [deliveries],
}
