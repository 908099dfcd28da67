import type { Feature } from '#platform/serve'
import { subscribersAdded } from '../../channels/subscriptions/actions/subscribe.ts'
import { subscribersRemoved } from '../../channels/subscriptions/actions/unsubscribe.ts'
import { messagesMoved } from '../../messages/messages/hooks.ts'
import { apiKeyReplaced, userDeactivated } from '../../people/users/actions/index.ts'
import { followMoved, hideFromUnsubscribed, removeFromCalls, showToSubscribers } from './actions/followed.ts'
import * as api from './api.ts'
import { callsCache } from './cache.ts'
import { callUpkeep } from './due.ts'
import { callFigures } from './figures.ts'
import { checkCallOptions } from './ice-servers.ts'
import * as livekitApi from './livekit/api.ts'
import { callRooms } from './livekit/due.ts'
import { livekitRoutes } from './livekit/routes.ts'
import { routes } from './routes.ts'
import { registered } from './serialize.ts'

export const callsFeature: Feature = {
  name: 'calls',
  ...callFigures,
  api: [api, livekitApi],
  caches: [callsCache],
  checkConfig: checkCallOptions,
  hookHandlers: [
    messagesMoved.handledBy(followMoved),
    subscribersAdded.handledBy(showToSubscribers),
    subscribersRemoved.handledBy(hideFromUnsubscribed),
    userDeactivated.handledBy(removeFromCalls),
    apiKeyReplaced.handledBy((mutation, account) => removeFromCalls(mutation, account)),
  ],
  due: [callRooms],
  repeated: [callUpkeep],
  routes: [...routes, ...livekitRoutes],
  state: registered,
}
