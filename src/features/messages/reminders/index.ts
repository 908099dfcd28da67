import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { reminding } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const remindersFeature: Feature = {
  name: 'reminders',
  api: [api],
  routes,
  state: [initial(api.reminders, (tx, viewer) => store.list(tx, viewer.id))],
  due: [reminding],
}
