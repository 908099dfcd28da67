import uFuzzy from '@leeoniya/ufuzzy'

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

/** For comparing: without marks on letters, in small letters. */
const plain = (text: string): string => (uFuzzy.latinize([text]) as string[])[0]?.toLowerCase() ?? ''
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** How well a name fits: it begins so, one of its words does, or it is there somewhere. */
export const begins = 0
export const wordBegins = 1
export const somewhere = 2

export interface Found<T> {
  readonly item: T
  readonly fit: number
}

/** Finds things by their names as somebody types: ten thousand are looked through with each key. */
export class SearchIndex<T> {
  readonly #items: readonly T[]
  readonly #names: readonly string[]
  readonly #isAscii: boolean

  constructor(items: readonly T[], nameOf: (item: T) => string) {
    this.#items = items
    this.#names = (uFuzzy.latinize(items.map(nameOf)) as string[]).map((name) => name.toLowerCase())
    this.#isAscii = this.#names.every(isAscii)
  }

  /** Everything whose words are the query's, in their order; everything for an empty query. */
  find(query: string): Found<T>[] {
    const wanted = plain(query).trim()
    if (wanted === '') return this.#items.map((item) => ({ item, fit: somewhere }))
    const found: Found<T>[] = []
    for (const index of this.#matching(wanted)) {
      const name = this.#names[index] as string
      const at = name.indexOf(wanted)
      const fit = at === 0 ? begins : at > 0 && /[^\p{L}\d]/u.test(name[at - 1] as string) ? wordBegins : somewhere
      found.push({ item: this.#items[index] as T, fit })
    }
    return found
  }

  #matching(wanted: string): readonly number[] {
    // names of signs alone, such as those of emoji that are pasted, have no words to look for
    if (!/[\p{L}\d]/u.test(wanted)) return this.#names.flatMap((name, index) => (name.includes(wanted) ? [index] : []))
    const words = isAscii(wanted) && this.#isAscii ? latin : everyScript
    return words.filter(this.#names as string[], wanted) ?? []
  }
}

/** The first of what was found, in order: only they are sorted. */
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
