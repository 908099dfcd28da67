import { type Area, initial, type Tap } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { nearPeople, whoIsAway } from '../users/questions.ts'
import { followSharing, presenceMirror, registered, savePresence } from './actions.ts'
import * as api from './api.ts'
import { awayAsked, latestSeen } from './away.ts'
import { presenceView, saveEverySecs } from './present.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  userSettingsChanged.tap(followSharing),
  whoIsAway.tap(awayAsked),
  nearPeople.tap((_tx, _viewer, { org }, limit) => latestSeen(org, limit)),
]

export const presenceArea: Area = {
  name: 'presence',
  taps,
  api: [api],
  mirrors: [presenceMirror],
  views: [presenceView],
  repeated: [{ name: 'presence', everySecs: saveEverySecs, run: savePresence, atStop: true }],
  routes,
  state: [
    initial(api.presencesState, (_tx, viewer, ctx) => registered(viewer, ctx, ctx.client.slimPresence).presences),
    initial(api.lastUpdateState, (_tx, viewer, ctx) => registered(viewer, ctx, true).lastId),
    initial(api.serverTimestampState, (_tx, _viewer, { org }) => org.now().getTime() / 1000),
  ],
}
