import { loopTime } from '#platform/fair-queues'
import { canonical, isSign, phraseOf, plainPhrase, readings, type Word } from './folded-words.ts'

interface Ending {
  readonly id: number
  /** Number of words in the phrase. */
  readonly length: number
  /** A word as single letters, such as `s p a m`. */
  readonly isSpelled: boolean
}

/** Shorter words would match single letters by chance, and longer ones are hard to read when spelled out. */
const spelledLetters = { min: 3, max: 24 }
/** `b 0 b` is more likely to be code. */
const minSpelledWithSigns = 4

interface Node {
  readonly next: Map<string, Node>
  readonly endings: Ending[]
  /** The node of the longest suffix that also begins a phrase. */
  fail: Node | undefined
  /** The nearest node along the `fail` links that has endings. */
  shorter: Node | undefined
}

const emptyNode = (): Node => ({ next: new Map(), endings: [], fail: undefined, shorter: undefined })

/** Finds phrases in a list of words, in linear time (Aho-Corasick). */
class PhraseFinder {
  readonly #root = emptyNode()

  /** Also adds the phrase spelled in single letters. */
  add(phrase: readonly string[], id: number): void {
    const letters = phrase.flatMap((word) => [...word])
    this.#add(phrase, id, false)
    if (letters.length >= spelledLetters.min && letters.length <= spelledLetters.max) this.#add(letters, id, true)
  }

  #add(phrase: readonly string[], id: number, isSpelled: boolean): void {
    if (phrase.length === 0) return
    let node = this.#root
    for (const word of phrase) {
      const next = node.next.get(word) ?? emptyNode()
      node.next.set(word, next)
      node = next
    }
    if (!node.endings.some((one) => one.id === id)) node.endings.push({ id, length: phrase.length, isSpelled })
  }

  /** Call it after the last phrase is added. Yields after each step. */
  *link(): Generator<void> {
    const queue = [this.#root]
    for (const node of queue) {
      for (const [word, next] of node.next) {
        next.fail = node === this.#root ? this.#root : this.#step(node.fail ?? this.#root, word)
        next.shorter = next.fail.endings.length > 0 ? next.fail : next.fail.shorter
        queue.push(next)
      }
      yield
    }
  }

  #step(from: Node, word: string): Node {
    let node = from
    for (;;) {
      const next = node.next.get(word)
      if (next) return next
      if (!node.fail) return this.#root
      node = node.fail
    }
  }

  /** Calls `found` for each phrase with the index after its last word. */
  find(words: readonly string[], found: (ending: Ending, end: number) => void): void {
    let node = this.#root
    words.forEach((word, index) => {
      node = this.#step(node, word)
      for (let one: Node | undefined = node; one; one = one.shorter)
        for (const ending of one.endings) found(ending, index + 1)
    })
  }
}

interface WordRule {
  readonly id: number
  readonly words: readonly string[]
}

/** Finds words and phrases of rules in texts, including words disguised with look-alikes. */
export class WordFinder {
  readonly #plain = new PhraseFinder()
  readonly #canonical = new PhraseFinder()

  private constructor() {}

  /** Yields to other work in between, because there can be 10,000 words. */
  static async of(rules: Iterable<WordRule>, queueKey: string): Promise<WordFinder> {
    const finder = new WordFinder()
    for (const _ of finder.#build(rules)) {
      const turn = loopTime.enter(queueKey)
      if (turn) await turn
    }
    return finder
  }

  *#build(rules: Iterable<WordRule>): Generator<void> {
    for (const { id, words } of rules)
      for (const word of words) {
        this.#plain.add(plainPhrase(word), id)
        this.#canonical.add(phraseOf(word).map(canonical), id)
        yield
      }
    yield* this.#plain.link()
    yield* this.#canonical.link()
  }

  /** The IDs of rules with a word in the text. */
  idsIn(text: string): ReadonlySet<number> {
    const ids = new Set<number>()
    for (const words of readings(text)) {
      this.#plain.find(
        words.map(({ plain }) => plain),
        ({ id }) => ids.add(id),
      )
      this.#findDisguised(words, ids)
    }
    return ids
  }

  #findDisguised(words: readonly Word[], ids: Set<number>): void {
    if (!words.some((word) => word.disguised !== undefined || isSign(word))) return
    // words that look Latin only count in texts that aren't written in their script
    const written = new Set(words.map(({ isGenuine, script }) => isGenuine && script))
    const isDisguised = ({ disguised, script }: Word) => disguised !== undefined && !(script && written.has(script))
    const disguisedIn = countsOf(words, isDisguised)
    const signsIn = countsOf(words, isSign)
    this.#canonical.find(
      words.map(({ plain, disguised }) => disguised ?? canonical(plain)),
      ({ id, length, isSpelled }, end) => {
        const disguised = disguisedIn(end - length, end)
        const signs = isSpelled && length >= minSpelledWithSigns ? signsIn(end - length, end) : 0
        if (disguised > 0 || (signs > 0 && signs <= length / 2)) ids.add(id)
      },
    )
  }
}

/** Counts the matching words in a range, in constant time per range. */
function countsOf(words: readonly Word[], fits: (word: Word) => boolean): (from: number, to: number) => number {
  const before = [0]
  for (const word of words) before.push((before.at(-1) as number) + Number(fits(word)))
  return (from, to) => (before[to] as number) - (before[from] as number)
}
