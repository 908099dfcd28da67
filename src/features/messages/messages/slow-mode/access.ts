import type { Organization } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { activeLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { lockdownSlowSecs } from '../../../people/restrictions/lockdown/limits.ts'

/** Minimum interval between a user's messages. During a lockdown, public channels have a minimum of their own. */
export const slowSecondsIn = (org: Organization, { isPrivate, slowModeSeconds }: Channel): number =>
  !isPrivate && activeLockdown(org) ? Math.max(slowModeSeconds, lockdownSlowSecs) : slowModeSeconds
