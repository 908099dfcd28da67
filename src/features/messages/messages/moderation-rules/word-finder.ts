import { loopTime } from '#platform/fair-queues'
import { canonical, isSign, phraseOf, plainPhrase, readings, type Word } from './folded-words.ts'
import { memoized } from './memoized.ts'

/** Shorter words would match single letters by chance, and longer ones are hard to read when spelled out. */
const spelledLetters = { min: 3, max: 24 }
/** `b 0 b` is more likely to be code. */
const minSpelledWithSigns = 4

/** perf: there can be 300,000, and most are followed by one other. */
interface Node {
  readonly word: string
  /** Number of words. */
  readonly length: number
  /** The IDs of rules with this phrase. */
  whole: readonly number[]
  /** The IDs of rules with these letters as a word, such as `s p a m`. */
  spelled: readonly number[]
  first: Node | undefined
  /** The ones after the first, by word. */
  others: Map<string, Node> | undefined
  /** The node of the longest suffix that also begins a phrase. */
  fail: Node | undefined
  /** The nearest phrase along the `fail` links. */
  shorter: Node | undefined
}

const none: readonly number[] = []

const emptyNode = (word: string, length: number): Node => ({
  ...{ word, length, whole: none, spelled: none },
  ...{ first: undefined, others: undefined, fail: undefined, shorter: undefined },
})

const nextOf = ({ first, others }: Node, word: string): Node | undefined =>
  first?.word === word ? first : others?.get(word)

function addNext(node: Node, word: string): Node {
  const next = emptyNode(word, node.length + 1)
  if (!node.first) node.first = next
  else {
    node.others ??= new Map()
    node.others.set(word, next)
  }
  return next
}

const allNext = ({ first, others }: Node): readonly Node[] => (first ? [first, ...(others?.values() ?? [])] : [])

const isPhrase = ({ whole, spelled }: Node): boolean => whole.length + spelled.length > 0

/** Finds phrases in a list of words, in linear time (Aho-Corasick). */
class PhraseFinder {
  readonly #root = emptyNode('', 0)

  /** Also adds the phrase spelled in single letters. */
  add(phrase: readonly string[], id: number): void {
    const letters = phrase.flatMap((word) => [...word])
    this.#add(phrase, id, 'whole')
    if (letters.length >= spelledLetters.min && letters.length <= spelledLetters.max) this.#add(letters, id, 'spelled')
  }

  #add(phrase: readonly string[], id: number, kind: 'whole' | 'spelled'): void {
    if (phrase.length === 0) return
    let node = this.#root
    for (const word of phrase) node = nextOf(node, word) ?? addNext(node, word)
    // a rule's words are added one after another
    if (node[kind].at(-1) !== id) node[kind] = [...node[kind], id]
  }

  /** Call it after the last phrase is added. Yields after each step. */
  *link(): Generator<void> {
    const queue = [this.#root]
    for (const node of queue) {
      for (const next of allNext(node)) {
        next.fail = node === this.#root ? this.#root : this.#step(node.fail ?? this.#root, next.word)
        next.shorter = isPhrase(next.fail) ? next.fail : next.fail.shorter
        queue.push(next)
      }
      yield
    }
  }

  #step(from: Node, word: string): Node {
    let node = from
    for (;;) {
      const next = nextOf(node, word)
      if (next) return next
      if (!node.fail) return this.#root
      node = node.fail
    }
  }

  /** Calls `found` with phrases and the index after their last word. If it returns false, skips shorter ones there. */
  find(words: readonly string[], found: (phrase: Node, end: number) => boolean): void {
    let node = this.#root
    words.forEach((word, index) => {
      node = this.#step(node, word)
      let phrase = isPhrase(node) ? node : node.shorter
      while (phrase && found(phrase, index + 1)) phrase = phrase.shorter
    })
  }
}

/** IDs of rules. perf: 50 rules can have the same words, which a text can repeat thousands of times. */
class FoundIds {
  readonly ids = new Set<number>()
  readonly #lists = new Set<readonly number[]>()

  /** Returns false for a list that was added before, unless it's empty. */
  add(list: readonly number[]): boolean {
    if (list.length === 0) return true
    if (this.#lists.has(list)) return false
    this.#lists.add(list)
    for (const id of list) this.ids.add(id)
    return true
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

  /** Yields to other work between steps, because there can be 10,000 words. */
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
    const found = new FoundIds()
    // perf: the readings have most words in common
    const canonicalOf = memoized(canonical)
    for (const words of readings(text)) {
      this.#plain.find(
        words.map(({ plain }) => plain),
        // if this phrase was found before, so were the shorter ones in it
        ({ whole, spelled }) => found.add(whole) && found.add(spelled),
      )
      this.#findDisguised(words, canonicalOf, found)
    }
    return found.ids
  }

  #findDisguised(words: readonly Word[], canonicalOf: (word: string) => string, found: FoundIds): void {
    if (!words.some((word) => word.disguised !== undefined || isSign(word))) return
    // words that look Latin only count in texts that aren't written in their script
    const scriptsUsed = new Set(words.map(({ isGenuine, script }) => isGenuine && script))
    const isDisguised = ({ disguised, script }: Word) => disguised !== undefined && !(script && scriptsUsed.has(script))
    const disguisedIn = countsOf(words, isDisguised)
    const signsIn = countsOf(words, isSign)
    this.#canonical.find(
      words.map(({ plain, disguised }) => disguised ?? canonicalOf(plain)),
      ({ length, whole, spelled }, end) => {
        const disguised = disguisedIn(end - length, end)
        const signs = signsIn(end - length, end)
        if (disguised > 0) found.add(whole)
        if (disguised > 0 || (length >= minSpelledWithSigns && signs > 0 && signs <= length / 2)) found.add(spelled)
        // shorter phrases can't contain more of them
        return disguised + signs > 0
      },
    )
  }
}

/** Counts the matching words in a range, in constant time per range. */
function countsOf(words: readonly Word[], matches: (word: Word) => boolean): (from: number, to: number) => number {
  const before = [0]
  for (const word of words) before.push((before.at(-1) as number) + Number(matches(word)))
  return (from, to) => (before[to] as number) - (before[from] as number)
}
