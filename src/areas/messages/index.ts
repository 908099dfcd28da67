import type { Area } from '#platform/serve'
import { sendRoutes } from './sending.ts'
import { messageView } from './wire.ts'

export const messagesArea: Area = {
  name: 'messages',
  routes: [...sendRoutes],
  views: [{ type: 'message', view: messageView }],
}
