import type { Target } from '../narrow/target.ts'
import { channel } from '../store/channels.ts'
import { lockdown } from '../store/lockdown.ts'
import { slowUntilIn } from '../store/slow-mode.ts'
import { canInChannel } from './rights.ts'

export interface OwnSlowMode {
  /** The channel's interval or the lockdown's, whichever is longer, in seconds. */
  readonly seconds: number
  /** When the user can post again, in milliseconds; undefined if they can now. */
  readonly until: number | undefined
}

/** Slow mode as it applies to the user there; undefined if it doesn't. */
export function slowModeOn(target: Target): OwnSlowMode | undefined {
  const one = target.kind === 'topic' && target.channelId !== undefined ? channel(target.channelId) : undefined
  // an older server doesn't send it
  const minSeconds = one && !one.invite_only ? (lockdown.value?.slow_mode_seconds ?? 0) : 0
  const seconds = Math.max(one?.slow_mode_seconds ?? 0, minSeconds)
  if (!one || seconds === 0 || !canInChannel('post', one) || canInChannel('moderate', one)) return undefined
  return { seconds, until: slowUntilIn(one.stream_id, minSeconds) }
}
