import type MiniSearch from 'minisearch'
import type { Options } from 'minisearch'
import type { Section } from './markup.ts'

/** Consecutive parts of a text; `isMatch` marks search terms. */
export type Excerpt = readonly { readonly text: string; readonly isMatch: boolean }[]

export interface Found {
  readonly section: Section
  readonly pageTitle: string
  readonly excerpt: Excerpt
}

/** Limits for the query: characters and words. */
const longestQuery = 200
const maxWords = 12
const excerptLength = 220

/** Stop words. */
const idle = new Set(
  'a an and any are as at be but by can could did do does for from get has have how i if in into is it its let like make may me my need not of on one or our out over set shall should so some somebody someone than that the their them then there they this to up us use want was way we were what when where which who why will with without would you your please help tell show'.split(
    ' ',
  ),
)

const wordPattern = /[\p{L}\p{N}]+/gu

/** The word without accents and endings, so that `muting` finds `mute`. */
function stem(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const short = plain.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, '')
  return short.length < plain.length ? short.replace(/([^aeiou])\1$/, '$1') : plain
}

interface Indexed extends Section {
  readonly id: number
  readonly pageTitle: string
}

const options: Options<Indexed> = {
  fields: ['title', 'pageTitle', 'text'],
  tokenize: (text) => text.match(wordPattern) ?? [],
  processTerm: stem,
  searchOptions: {
    boost: { title: 4, pageTitle: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    maxFuzzy: 1,
  },
}

export class HelpSearch {
  readonly #index: MiniSearch<Indexed>
  readonly #sections: readonly Indexed[]

  private constructor(index: MiniSearch<Indexed>, sections: readonly Indexed[]) {
    this.#index = index
    this.#sections = sections
  }

  /** Indexes in small chunks so that it doesn't block. */
  static async of(pages: readonly { title: string; sections: readonly Section[] }[]): Promise<HelpSearch> {
    const sections = pages
      .flatMap(({ title, sections }) => sections.map((section) => ({ ...section, pageTitle: title })))
      .map((section, id) => ({ ...section, id }))
    // perf: loaded on the first search
    const { default: MiniSearch } = await import('minisearch')
    const index = new MiniSearch<Indexed>(options)
    await index.addAllAsync(sections, { chunkSize: 20 })
    return new HelpSearch(index, sections)
  }

  /** Best matches first: sections with all words, or if there are none, with some. */
  find(query: string, most: number): readonly Found[] {
    const all = query.slice(0, longestQuery).match(wordPattern) ?? []
    const telling = all.filter((word) => !idle.has(word.toLowerCase()))
    const wanted = (telling.length > 0 ? telling : all).slice(0, maxWords).join(' ')
    if (wanted === '') return []
    const withAll = this.#index.search(wanted, { combineWith: 'AND' })
    const results = withAll.length > 0 ? withAll : this.#index.search(wanted, { combineWith: 'OR' })
    return results.slice(0, most).map(({ id, terms }) => {
      const section = this.#sections[id] as Indexed
      return { section, pageTitle: section.pageTitle, excerpt: excerptOf(section.text, new Set(terms)) }
    })
  }
}

function excerptOf(text: string, terms: ReadonlySet<string>): Excerpt {
  const words = [...text.matchAll(wordPattern)]
  const isWanted = (word: RegExpExecArray) => terms.has(stem(word[0]))
  const first = words.find(isWanted)?.index ?? 0
  const from =
    first < excerptLength / 2 ? 0 : (words.find(({ index }) => index > first - excerptLength / 3)?.index ?? 0)
  const last = words.findLast(({ 0: word, index }) => index + word.length <= from + excerptLength)
  const isRest = text.length <= from + excerptLength
  const to = isRest || !last ? Math.min(text.length, from + excerptLength) : last.index + last[0].length
  const parts: { text: string; isMatch: boolean }[] = from > 0 ? [{ text: '… ', isMatch: false }] : []
  let at = from
  for (const word of words.filter((one) => one.index >= from && one.index + one[0].length <= to && isWanted(one))) {
    parts.push({ text: text.slice(at, word.index), isMatch: false }, { text: word[0], isMatch: true })
    at = word.index + word[0].length
  }
  parts.push({ text: text.slice(at, to) + (to < text.length ? ' …' : ''), isMatch: false })
  return parts.filter((part) => part.text !== '')
}
