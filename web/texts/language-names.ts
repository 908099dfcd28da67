import { languageNames } from 'messages:language-names'

/** A language's own name for itself. */
export function nameOfLanguage(tag: string): string {
  const own = languageNames[tag]?.name
  if (own !== undefined) return own
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** The names of the languages of these pages. */
export const spokenNames: readonly string[] = Object.values(languageNames).map(({ name }) => name)
