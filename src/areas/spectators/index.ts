import type { Area } from '#platform/serve'
import { usersForSpectators } from '../users/questions.ts'
import { spectator } from './access.ts'
import { spectatorUsers } from './present.ts'

/** People without an account, who read web-public channels. */
export const spectatorsArea: Area = { name: 'spectators', spectator, taps: [usersForSpectators.tap(spectatorUsers)] }
