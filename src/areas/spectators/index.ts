import type { Feature } from '#platform/serve'
import { usersForSpectators } from '../users/extension-points.ts'
import { spectator } from './access.ts'
import { spectatorUsers } from './serialize.ts'
import { publicPages } from './public/pages.ts'

export const spectatorsFeature: Feature = {
  name: 'spectators',
  spectator,
  pages: publicPages,
  hookHandlers: [usersForSpectators.handledBy(spectatorUsers)],
}
