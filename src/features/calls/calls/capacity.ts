import type { Config } from '#platform/config'
import type { LiveCall } from './call.ts'
import { maxCameras, maxPeople } from './limits.ts'
import { livekitOf } from './livekit/connection.ts'

interface Capacity {
  readonly people: number
  readonly cameras: number
}

/** A LiveKit server sends people only the cameras they see, so cameras need no limit of their own. */
export function capacityOf(config: Config, { room }: Pick<LiveCall, 'room'>): Capacity {
  const people = livekitOf(config)?.maxPeople
  if (room === null || people === undefined) return { people: maxPeople, cameras: maxCameras }
  return { people, cameras: people }
}
