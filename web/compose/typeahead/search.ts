import uFuzzy from '@leeoniya/ufuzzy'
import { folded, isAscii } from '#contract'

const latin = new uFuzzy({ intraIns: 0 })
const everyScript = new uFuzzy({
  intraIns: 0,
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
})

const beforeWord = /[^\p{L}\d]/u

/** Quality of a match: the name starts with the query, a word does, or it occurs elsewhere. */
export const begins = 0
export const wordBegins = 1
export const somewhere = 2

export interface Found<T> {
  readonly item: T
  readonly fit: number
  /** Normalized: without diacritics, in lower case. */
  readonly name: string
}

/** Searches items by name on every key press, fast enough for 10,000 items. */
export class SearchIndex<T> {
  readonly #items: readonly T[]
  readonly #names: readonly string[]
  readonly #isAscii: boolean
  /** Matches of the last query; a longer query searches only these. */
  #last: { readonly query: string; readonly fitting: readonly number[] } = { query: '', fitting: [] }

  constructor(items: readonly T[], nameOf: (item: T) => string) {
    this.#items = items
    this.#names = items.map((item) => folded(nameOf(item)))
    this.#isAscii = this.#names.every(isAscii)
  }

  /** All items that match the query's words; an empty query returns everything. */
  find(query: string): Found<T>[] {
    const wanted = folded(query).trim()
    if (wanted === '')
      return this.#items.map((item, index) => ({ item, fit: somewhere, name: this.#names[index] as string }))
    const found: Found<T>[] = []
    for (const index of this.#matching(wanted)) {
      const name = this.#names[index] as string
      found.push({ item: this.#items[index] as T, fit: this.#fitOf(index, wanted), name })
    }
    return found
  }

  /** The best matches by fit, weight, and letters. Allocates nothing for the others, to avoid garbage on each key. */
  first(query: string, weightOf: (item: T) => number, limit: number, isWanted?: (item: T) => boolean): T[] {
    const wanted = folded(query).trim()
    const fitting = wanted === '' ? undefined : this.#matching(wanted)
    const top: { readonly index: number; readonly fit: number; readonly weight: number }[] = []
    const count = fitting?.length ?? this.#items.length
    for (let at = 0; at < count; at++) {
      const index = fitting ? (fitting[at] as number) : at
      const fit = fitting ? this.#fitOf(index, wanted) : somewhere
      const last = top.length === limit ? top.at(-1) : undefined
      if (last && fit > last.fit) continue
      if (isWanted && !isWanted(this.#items[index] as T)) continue
      const weight = weightOf(this.#items[index] as T)
      if (last && fit === last.fit && weight < last.weight) continue
      const name = this.#names[index] as string
      let place = top.length
      for (; place > 0; place--) {
        const one = top[place - 1] as (typeof top)[number]
        const isAfter = one.fit - fit || weight - one.weight || ((this.#names[one.index] as string) > name ? 1 : -1)
        if (isAfter < 0) break
      }
      if (place === limit) continue
      top.splice(place, 0, { index, fit, weight })
      if (top.length > limit) top.pop()
    }
    return top.map(({ index }) => this.#items[index] as T)
  }

  #fitOf(index: number, wanted: string): number {
    const name = this.#names[index] as string
    const at = name.indexOf(wanted)
    return at === 0 ? begins : at > 0 && beforeWord.test(name[at - 1] as string) ? wordBegins : somewhere
  }

  #matching(wanted: string): readonly number[] {
    // names without letters, such as pasted emoji, have no words to match
    if (!/[\p{L}\d]/u.test(wanted)) return this.#names.flatMap((name, index) => (name.includes(wanted) ? [index] : []))
    const words = isAscii(wanted) && this.#isAscii ? latin : everyScript
    const { query, fitting } = this.#last
    // a longer query can only match fewer names, except with words to exclude
    const among = query !== '' && wanted.startsWith(query) && !/["-]/.test(wanted) ? fitting : undefined
    const found = words.filter(this.#names as string[], wanted, among as number[] | undefined) ?? []
    this.#last = { query: wanted, fitting: found }
    return found
  }
}

/** By code unit: locale-aware sorting of 10,000 names takes longer than finding them. */
export const byLetters = (a: Found<unknown>, b: Found<unknown>): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

/** The first `limit` items in order, without sorting the rest. */
export function best<T>(found: readonly T[], before: (a: T, b: T) => number, limit: number): T[] {
  const top: T[] = []
  for (const one of found) {
    const last = top.at(-1)
    if (top.length === limit && last !== undefined && before(last, one) <= 0) continue
    let [low, high] = [0, top.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(top[middle] as T, one) <= 0) low = middle + 1
      else high = middle
    }
    top.splice(low, 0, one)
    if (top.length > limit) top.pop()
  }
  return top
}
