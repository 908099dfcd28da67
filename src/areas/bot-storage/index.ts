import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const botStorageArea: Area = {
  name: 'bot-storage',
  api: [api],
  routes,
}
