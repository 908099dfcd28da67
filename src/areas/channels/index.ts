import type { Area } from '#platform/serve'
import { channelsMirror } from './mirror.ts'

export const channelsArea: Area = {
  name: 'channels',
  mirrors: [channelsMirror],
}
