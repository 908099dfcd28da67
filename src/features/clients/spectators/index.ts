import type { Feature } from '#platform/serve'
import { usersForSpectators } from '../../people/users/extension-points.ts'
import { spectator } from './public/access.ts'
import { publicPages } from './public/pages.ts'
import { spectatorUsers } from './serialize.ts'

export const spectatorsFeature: Feature = {
  name: 'spectators',
  spectator,
  pages: publicPages,
  hookHandlers: [usersForSpectators.handledBy(spectatorUsers)],
}
