import spoken from './languages.json' with { type: 'json' }

/** The languages of the texts beside this file. */
export const spokenLanguages: readonly string[] = Object.keys(spoken)

/** What the pages speak for somebody who has chosen a language, such as German for `de-at`: English where they do not speak it. */
export function spokenFor(tag: string): string {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return spokenLanguages.includes(primary) ? primary : 'en'
}
