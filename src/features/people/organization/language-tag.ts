import { text } from '#contract'

/** English names by language tag; undefined for unknown languages. */
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

function exists(tag: string): boolean {
  try {
    return names.of(tag.replaceAll('_', '-')) !== undefined
  } catch {
    return false
  }
}

/** The tag of an existing language, such as `pt-br`. */
export const languageTag = text({ max: 50 })
  .regex(/^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'is not a language code')
  .refine(exists, 'is not a known language')
