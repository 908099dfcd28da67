import type { Area } from '#platform/serve'
import { flagRoutes, flagsView } from './flagging.ts'
import { sendRoutes } from './sending.ts'
import { unreadStates } from './unread/index.ts'
import { messageView } from './wire.ts'

export const messagesArea: Area = {
  name: 'messages',
  routes: [...sendRoutes, ...flagRoutes],
  state: [...unreadStates],
  views: [
    { type: 'message', view: messageView },
    { type: 'update_message_flags', view: flagsView },
  ],
}
