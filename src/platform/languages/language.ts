import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { type Catalog, Catalogs, type Language, lastResort } from './catalogs.ts'
import type { Texts } from './texts.generated.ts'

let shared: Catalogs | undefined
// read when first needed: some commands write nothing
const catalogs = (): Catalogs => {
  shared ??= new Catalogs(join(projectRoot, 'dist', 'texts'))
  return shared
}

/** The languages that this server writes, English first. */
export const languages = (): readonly Language[] => catalogs().languages

/** The texts of a part of the server, in a language: `textsOf('invitations')('de').subject(…)`. */
export const textsOf =
  <M extends keyof Texts>(module: M): ((language: Language) => Texts[M]) =>
  (language) =>
    catalogs().of(language).texts[module]

/** What an error says in a language, by what it says in English; undefined for one that isn't translated. */
export const errorTextOf = (language: Language, template: string): Catalog['errors'][string] | undefined => {
  const { errors } = catalogs().of(language)
  return Object.hasOwn(errors, template) ? errors[template] : undefined
}

// perf: a server that starts makes English pages, and needs no catalog for that
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === lastResort ? 'ltr' : catalogs().of(language).about.direction

/** The language closest to a tag, such as `de` for `de-AT`; undefined where this server doesn't write it. */
export const languageOfTag = (tag: string): Language | undefined => catalogs().closest(tag)

/** A header is anyone's text: no more of it is read. */
const maxRead = 500
const range = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The language that a browser prefers of those that there are, by its `Accept-Language`: RFC 9110, 12.5.4. */
export function acceptedLanguage(
  header: string | undefined,
  closest: (tag: string) => Language | undefined = languageOfTag,
): Language | undefined {
  let best: Language | undefined
  let weight = 0
  for (const part of (header ?? '').slice(0, maxRead).split(',')) {
    const [, tag = '', quality = '1'] = range.exec(part) ?? []
    const language = closest(tag)
    if (!language || Number(quality) <= weight) continue
    best = language
    weight = Number(quality)
  }
  return best
}

/** The language of a request: the account's, else the browser's, else the organization's. */
export const languageFor = (
  viewer: { readonly language?: Language } | undefined,
  header: string | undefined,
  org: { readonly language: Language } | undefined,
): Language => viewer?.language ?? acceptedLanguage(header) ?? org?.language ?? lastResort
