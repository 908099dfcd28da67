import type { Feature } from '#platform/serve'
import { channelSettingsChanged } from '../../channels/channels/actions/update.ts'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../../channels/subscriptions/actions/unsubscribe.ts'
import { messagesDeleted, messagesMoved } from '../messages/hooks.ts'
import { forgetProtected, notifySubscribers, notifyUnsubscribed } from './actions/channels.ts'
import { followDeleted, followMoved } from './actions/moved.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'
import { registered } from './serialize.ts'

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
