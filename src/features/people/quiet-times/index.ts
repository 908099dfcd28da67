import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { quietTimesCache } from './cache.ts'
import { routes } from './routes.ts'
import { serializeDigest } from './serialize.ts'

/** Do not disturb schedules, pauses, and digests. See docs/notifications.md. */
export const quietTimesFeature: Feature = {
  name: 'quiet-times',
  api: [api],
  caches: [quietTimesCache],
  routes,
  state: [
    initial(api.quietTimeState, (_tx, viewer, { org }) => org.get(quietTimesCache).of(viewer.id)),
    initial(api.quietDigestState, (tx, viewer) => serializeDigest(tx, viewer.id)),
  ],
}
