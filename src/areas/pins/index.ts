import type { Feature } from '#platform/serve'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import { messagesDeleted, messagesMoved } from '../messages/hooks.ts'
import { subscribersAdded } from '../subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../subscriptions/actions/unsubscribe.ts'
import { forgetProtected, notifySubscribers, notifyUnsubscribed } from './actions/channels.ts'
import { followDeleted, followMoved } from './actions/moved.ts'
import * as api from './api.ts'
import { registered } from './serialize.ts'
import { routes } from './routes.ts'

export const pinsFeature: Feature = {
  name: 'pins',
  api: [api],
  hookHandlers: [
    messagesMoved.handledBy(followMoved),
    messagesDeleted.handledBy(followDeleted),
    subscribersAdded.handledBy(notifySubscribers),
    subscribersRemoved.handledBy(notifyUnsubscribed),
    channelSettingsChanged.handledBy(forgetProtected),
  ],
  routes,
  state: registered,
}
