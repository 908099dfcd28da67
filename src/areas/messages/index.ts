import type { Area } from '#platform/serve'
import { messageView } from './wire.ts'

export const messagesArea: Area = {
  name: 'messages',
  views: [{ type: 'message', view: messageView }],
}
