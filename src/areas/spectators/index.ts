import type { Area } from '#platform/serve'
import { usersForSpectators } from '../users/questions.ts'
import { spectator } from './access.ts'
import { spectatorUsers } from './present.ts'
import { publicPages } from './public/pages.ts'

export const spectatorsArea: Area = {
  name: 'spectators',
  spectator,
  pages: publicPages,
  taps: [usersForSpectators.tap(spectatorUsers)],
}
