import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { colorSchemes } from '../features/people/user-settings/settings.ts'
import { peopleCache } from '../features/people/users/cache.ts'

/** The user's theme, or undefined to follow the device. */
export function themeOf(org: Organization, userId: UserId): 'light' | 'dark' | undefined {
  const chosen = org.get(peopleCache).byId.get(userId)?.settings.color_scheme
  return chosen === colorSchemes.dark ? 'dark' : chosen === colorSchemes.light ? 'light' : undefined
}
