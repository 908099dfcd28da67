import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const botStorageFeature: Feature = {
  name: 'bot-storage',
  api: [api],
  routes,
}
