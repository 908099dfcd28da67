import { languageNames } from 'messages:language-names'

export function nameOfLanguage(tag: string): string {
  const own = languageNames[tag]?.name
  if (own !== undefined) return own
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

export const spokenNames: readonly string[] = Object.values(languageNames).map(({ name }) => name)
