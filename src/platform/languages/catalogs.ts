import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { closestLanguage } from '#contract'
import type { Texts } from './texts.generated.ts'

/** The tag of a language that this server writes, such as `de` or `pt-BR`: one that has a catalog. */
export type Language = string

/** The source of all catalogs; also what is written where no other language fits. */
export const lastResort: Language = 'en'

/** What an error says in a language: a text, or the names of its values and a function of these. */
export type ErrorText = string | readonly [names: readonly string[], say: (...values: unknown[]) => string]

/** A compiled catalog: see scripts/messages/program.mjs. */
export interface Catalog {
  readonly about: { readonly name: string; readonly isReviewed: boolean; readonly direction: 'ltr' | 'rtl' }
  readonly texts: Texts
  /** By what they say in English, with values in braces. */
  readonly errors: Readonly<Record<string, ErrorText>>
}

/** Tags that are remembered: browsers send any. */
const maxRemembered = 1_000

/** The catalogs of a folder, one program per language; each is loaded when it's first used. */
export class Catalogs {
  readonly languages: readonly Language[]
  readonly #folder: string
  readonly #loaded = new Map<Language, Catalog>()
  readonly #matches = new Map<string, Language | undefined>()

  /** `languages` has English first, then the others by tag. */
  constructor(folder: string) {
    if (!existsSync(folder)) throw new Error(`${folder} is missing: run npm run build`)
    const names = readdirSync(folder).filter((name) => name.endsWith('.cjs') && !name.startsWith('.'))
    const others = names.map((name) => name.slice(0, -'.cjs'.length)).filter((name) => name !== lastResort)
    this.languages = [lastResort, ...others.sort()]
    this.#folder = folder
  }

  /** The texts of a language; English for one that has no catalog. */
  of(language: Language): Catalog {
    const known = this.#loaded.get(language)
    if (known) return known
    if (!this.languages.includes(language)) return this.of(lastResort)
    const catalog = createRequire(import.meta.url)(join(this.#folder, `${language}.cjs`)) as Catalog
    this.#loaded.set(language, catalog)
    return catalog
  }

  /** The language closest to a tag; undefined without a catalog of that language, and for what isn't a tag. */
  closest(tag: string): Language | undefined {
    if (this.#matches.has(tag)) return this.#matches.get(tag)
    const match = closestLanguage(tag, this.languages)
    if (this.#matches.size < maxRemembered) this.#matches.set(tag, match)
    return match
  }
}
