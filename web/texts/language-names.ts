import { spokenLanguages } from './languages.ts'

/** As those who speak it call it. */
export function nameOfLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** What these pages speak. */
export const spokenNames: readonly string[] = spokenLanguages.map(nameOfLanguage)
