import type { Area } from '#platform/serve'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import { messagesDeleted, messagesMoved } from '../messages/hooks.ts'
import { subscribersAdded } from '../subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../subscriptions/actions/unsubscribe.ts'
import { forgetProtected, tellSubscribers, tellUnsubscribed } from './actions/channels.ts'
import { followDeleted, followMoved } from './actions/moved.ts'
import * as api from './api.ts'
import { registered } from './present.ts'
import { routes } from './routes.ts'

export const pinsArea: Area = {
  name: 'pins',
  api: [api],
  taps: [
    messagesMoved.tap(followMoved),
    messagesDeleted.tap(followDeleted),
    subscribersAdded.tap(tellSubscribers),
    subscribersRemoved.tap(tellUnsubscribed),
    channelSettingsChanged.tap(forgetProtected),
  ],
  routes,
  state: registered,
}
