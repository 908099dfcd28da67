import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { editingView, typingView } from './serialize.ts'
import { routes } from './routes.ts'

export const typingFeature: Feature = {
  name: 'typing',
  api: [api],
  routes,
  views: [typingView, editingView],
}
