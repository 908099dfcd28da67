import { closestLanguage, type UserId } from '#contract'
import { acceptedLanguage, lastResort } from '#platform/languages'
import type { Organization } from '#platform/organization'
import { peopleCache } from '../features/people/users/cache.ts'

/** The language chosen by a signed-in user, or undefined. */
export function chosenLanguage(org: Organization, userId: UserId | undefined): string | undefined {
  const chosen = userId === undefined ? '' : org.get(peopleCache).byId.get(userId)?.settings.default_language
  return chosen ? String(chosen) : undefined
}

/**
 * The client's language for a page: the closest one to the user's choice or else the browser's languages; English if
 * none is close.
 */
export function pageLanguage(
  chosen: string | undefined,
  accepted: string | undefined,
  languages: readonly string[],
): string {
  const closest = (tag: string) => closestLanguage(tag, languages)
  return (chosen === undefined ? acceptedLanguage(accepted, closest) : closest(chosen)) ?? lastResort
}
