import { closestLanguage, type UserId } from '#contract'
import { acceptedLanguage, lastResort } from '#platform/languages'
import type { Organization } from '#platform/organization'
import { peopleCache } from '../features/people/users/cache.ts'

/** The tag of the language that somebody has chosen; undefined where nobody has, or nobody is signed in. */
export function chosenLanguage(org: Organization, userId: UserId | undefined): string | undefined {
  const chosen = userId === undefined ? '' : org.get(peopleCache).byId.get(userId)?.settings.default_language
  return chosen ? String(chosen) : undefined
}

/**
 * The language of the client's page, of those that the client was built in: the one closest to the reader's choice, or
 * else to the browser's languages. English if none is close.
 */
export function pageLanguage(
  chosen: string | undefined,
  accepted: string | undefined,
  languages: readonly string[],
): string {
  const closest = (tag: string) => closestLanguage(tag, languages)
  return (chosen === undefined ? acceptedLanguage(accepted, closest) : closest(chosen)) ?? lastResort
}
