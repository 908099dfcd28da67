import type { UserId } from '#contract'
import { acceptedLanguage, type Language, languageOfTag, lastResort } from '#platform/languages'
import type { Organization } from '#platform/organization'
import { peopleMirror } from '../areas/users/mirror.ts'

/** The tag of the language that somebody has chosen; undefined where nobody has, or nobody is signed in. */
export function chosenLanguage(org: Organization, userId: UserId | undefined): string | undefined {
  const chosen = userId === undefined ? '' : org.get(peopleMirror).byId.get(userId)?.settings.default_language
  return chosen ? String(chosen) : undefined
}

/**
 * The language that the page of the client comes in: the one that its reader has chosen, English where the client does not
 * speak it, and the browser's where nobody has chosen any.
 */
export const pageLanguage = (chosen: string | undefined, accepted: string | undefined): Language =>
  (chosen === undefined ? acceptedLanguage(accepted) : languageOfTag(chosen)) ?? lastResort
