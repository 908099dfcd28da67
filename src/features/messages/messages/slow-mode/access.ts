import type { Organization } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { lockdownOf } from '../../../people/restrictions/lockdown/access.ts'
import { lockdownSlowSecs } from '../../../people/restrictions/lockdown/limits.ts'

/** The interval between two messages of a person; during a lockdown, public channels have at least a short one. */
export const slowSecondsIn = (org: Organization, { isPrivate, slowModeSeconds }: Channel): number =>
  !isPrivate && lockdownOf(org) ? Math.max(slowModeSeconds, lockdownSlowSecs) : slowModeSeconds
