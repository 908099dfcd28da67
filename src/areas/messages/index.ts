import type { Area } from '#platform/serve'
import { messageSent } from './actions/send.ts'
import { policiesAfterSending } from './actions/topic-policies.ts'
import { fetchRoutes } from './fetching.ts'
import { flagRoutes, flagsView } from './flagging.ts'
import { sendRoutes } from './sending.ts'
import { unreadStates } from './unread/index.ts'
import { messageView } from './wire.ts'

messageSent.tap(policiesAfterSending)

export const messagesArea: Area = {
  name: 'messages',
  routes: [...sendRoutes, ...flagRoutes, ...fetchRoutes],
  state: [...unreadStates],
  views: [
    { type: 'message', view: messageView },
    { type: 'update_message_flags', view: flagsView },
  ],
}
