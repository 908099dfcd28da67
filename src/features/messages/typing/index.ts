import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'
import { editingView, typingView } from './serialize.ts'

export const typingFeature: Feature = {
  name: 'typing',
  api: [api],
  routes,
  views: [typingView, editingView],
}
