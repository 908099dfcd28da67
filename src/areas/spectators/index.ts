import type { Area } from '#platform/serve'
import { spectator } from './access.ts'

/** People without an account, who read web-public channels. */
export const spectatorsArea: Area = { name: 'spectators', spectator }
