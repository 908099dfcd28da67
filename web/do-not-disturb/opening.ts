import { computed } from '@preact/signals'
import type { QuietDigest, QuietTime } from '../../src/features/people/quiet-times/wire.ts'
import { channelOf, conversationOf, type Narrow } from '../narrow/narrow.ts'
import { part } from '../store/connection.ts'
import type { MutablePlace } from './muting.ts'

const quietTime = part<QuietTime>('quiet_time')
const digest = part<QuietDigest | null>('quiet_digest')

/** Whether the line above the view might be needed; otherwise it isn't loaded. */
export const concernsDoNotDisturb = computed(
  () => quietTime.value?.paused_until != null || (quietTime.value?.hours.length ?? 0) > 0 || digest.value != null,
)

export const openDoNotDisturb = (): void => void import('./dialog.tsx').then((quiet) => quiet.openDoNotDisturb())

export function mutableIn(narrow: Narrow | undefined): MutablePlace | undefined {
  const conversation = narrow && conversationOf(narrow)
  if (!narrow || conversation) return conversation
  const channelId = channelOf(narrow)
  return channelId === undefined ? undefined : { kind: 'channel', channelId }
}

export const openMute = (place: MutablePlace | undefined): void => {
  if (place) void import('./mute.tsx').then((quiet) => quiet.openMute(place))
}
