import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { quietTimesMirror } from './mirror.ts'
import { presentDigest } from './present.ts'
import { routes } from './routes.ts'

/** Do not disturb schedules, pauses, and digests. See docs/notifications.md. */
export const quietTimesArea: Area = {
  name: 'quiet-times',
  api: [api],
  mirrors: [quietTimesMirror],
  routes,
  state: [
    initial(api.quietTimeState, (_tx, viewer, { org }) => org.get(quietTimesMirror).of(viewer.id)),
    initial(api.quietDigestState, (tx, viewer) => presentDigest(tx, viewer.id)),
  ],
}
