import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const eventsArea: Area = {
  name: 'events',
  api: [api],
  routes,
}
