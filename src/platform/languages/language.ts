/** The languages that this server writes, by their tags. */
export const languages = ['en', 'de', 'ar'] as const
export type Language = (typeof languages)[number]

/** What is written where nobody has asked for any of them. */
export const lastResort: Language = 'en'

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The language that a tag means, such as `de` for `de-AT`; undefined where this server does not write it. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0]
  return languages.find((one) => one === primary)
}

/** Of a header, which is somebody else's text, no more is looked at. */
const mostRead = 500
const range = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The language that a browser prefers of those that there are, by its `Accept-Language`: RFC 9110, 12.5.4. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  let best: Language | undefined
  let weight = 0
  for (const part of (header ?? '').slice(0, mostRead).split(',')) {
    const [, tag = '', quality = '1'] = range.exec(part) ?? []
    const language = languageOfTag(tag)
    if (!language || Number(quality) <= weight) continue
    best = language
    weight = Number(quality)
  }
  return best
}

/** The language for whoever asks: their own, else the browser's, else the organization's. */
export const languageFor = (
  viewer: { readonly language?: Language } | undefined,
  header: string | undefined,
  org: { readonly language: Language } | undefined,
): Language => viewer?.language ?? acceptedLanguage(header) ?? org?.language ?? lastResort
