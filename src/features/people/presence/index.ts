import { type Feature, type HookHandler, initial } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { awayUsers, nearPeople } from '../users/extension-points.ts'
import { followSharing, presenceCache, registered, savePresence } from './actions.ts'
import * as api from './api.ts'
import { isAwayFor, latestSeen } from './away.ts'
import { routes } from './routes.ts'
import { presenceView, saveEverySecs } from './serialize.ts'

const hookHandlers: readonly HookHandler[] = [
  userSettingsChanged.handledBy(followSharing),
  awayUsers.handledBy(isAwayFor),
  nearPeople.handledBy((_tx, _viewer, { org }, limit) => latestSeen(org, limit)),
]

export const presenceFeature: Feature = {
  name: 'presence',
  hookHandlers,
  api: [api],
  caches: [presenceCache],
  views: [presenceView],
  repeated: [{ name: 'presence', everySecs: saveEverySecs, run: savePresence, atStop: true }],
  routes,
  state: [
    initial(api.presencesState, (_tx, viewer, ctx) => registered(viewer, ctx, ctx.client.slimPresence).presences),
    initial(api.lastUpdateState, (_tx, viewer, ctx) => registered(viewer, ctx, true).lastId),
    initial(api.serverTimestampState, (_tx, _viewer, { org }) => org.now().getTime() / 1000),
  ],
}
