import { type Language, languageOfTag, lastResort } from '#platform/languages'
import type { Organization } from '#platform/organization'
import { settingsOf } from './cache.ts'

/** The organization's language if this server is translated into it, otherwise the default. */
export const languageOf = (org: Organization): Language => languageOfTag(settingsOf(org).default_language) ?? lastResort
