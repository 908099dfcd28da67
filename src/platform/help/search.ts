import MiniSearch from 'minisearch'
import type { Section } from './markup.ts'

/** Parts of a text, in order; those that were looked for are marked. */
export type Excerpt = readonly { readonly text: string; readonly isMatch: boolean }[]

/** Something that the pages say about what was looked for. */
export interface Found {
  readonly section: Section
  /** The title of its page. */
  readonly pageTitle: string
  readonly excerpt: Excerpt
}

/** Letters and words of a question that are looked at. */
const longestQuery = 200
const maxWords = 12
const excerptLength = 220

/** Words that questions are made of, and that every page has. */
const idle = new Set(
  'a an and any are as at be but by can could did do does for from get has have how i if in into is it its let like make may me my need not of on one or our out over set shall should so some somebody someone than that the their them then there they this to up us use want was way we were what when where which who why will with without would you your please help tell show'.split(
    ' ',
  ),
)

const wordPattern = /[\p{L}\p{N}]+/gu

/** A word without accents and endings, so that `muting` finds `mute`. */
function stem(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const short = plain.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, '')
  return short.length < plain.length ? short.replace(/([^aeiou])\1$/, '$1') : plain
}

interface Indexed extends Section {
  readonly id: number
  readonly pageTitle: string
}

/** Looks through the sections of all pages. */
export class HelpSearch {
  readonly #index = new MiniSearch<Indexed>({
    fields: ['title', 'pageTitle', 'text'],
    tokenize: (text) => text.match(wordPattern) ?? [],
    processTerm: stem,
    searchOptions: {
      boost: { title: 4, pageTitle: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 1,
    },
  })
  readonly #sections: readonly Indexed[]

  private constructor(sections: readonly Indexed[]) {
    this.#sections = sections
  }

  /** Indexes a few sections at a time, so that nobody waits for it. */
  static async of(pages: readonly { title: string; sections: readonly Section[] }[]): Promise<HelpSearch> {
    const sections = pages
      .flatMap(({ title, sections }) => sections.map((section) => ({ ...section, pageTitle: title })))
      .map((section, id) => ({ ...section, id }))
    const search = new HelpSearch(sections)
    await search.#index.addAllAsync(sections, { chunkSize: 20 })
    return search
  }

  /** The best sections first: those that have all words, or, where there are none, some. */
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

/** A piece of the text around the first word that was looked for. */
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
