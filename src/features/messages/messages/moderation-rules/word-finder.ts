import { canonical, phraseOf, plainPhrase, readings, type Word } from './folded-words.ts'

interface Ending {
  readonly id: number
  /** Number of words in the phrase. */
  readonly length: number
}

interface Node {
  readonly next: Map<string, Node>
  readonly endings: Ending[]
  /** The node of the longest suffix that also begins a phrase. */
  fail: Node | undefined
  /** The nearest node with endings among those. */
  shorter: Node | undefined
}

const emptyNode = (): Node => ({ next: new Map(), endings: [], fail: undefined, shorter: undefined })

/** Finds phrases in a list of words, in linear time (Aho-Corasick). */
class PhraseFinder {
  readonly #root = emptyNode()

  add(phrase: readonly string[], id: number): void {
    if (phrase.length === 0) return
    let node = this.#root
    for (const word of phrase) {
      const next = node.next.get(word) ?? emptyNode()
      node.next.set(word, next)
      node = next
    }
    if (!node.endings.some((one) => one.id === id)) node.endings.push({ id, length: phrase.length })
  }

  /** Call it after the last phrase is added. */
  link(): void {
    const queue = [this.#root]
    for (const node of queue)
      for (const [word, next] of node.next) {
        next.fail = node === this.#root ? this.#root : this.#step(node.fail ?? this.#root, word)
        next.shorter = next.fail.endings.length > 0 ? next.fail : next.fail.shorter
        queue.push(next)
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

/** Finds words and phrases of rules in texts, also if they're disguised with look-alikes. */
export class WordFinder {
  readonly #plain = new PhraseFinder()
  readonly #canonical = new PhraseFinder()

  constructor(rules: Iterable<{ readonly id: number; readonly words: readonly string[] }>) {
    for (const { id, words } of rules)
      for (const word of words) {
        this.#plain.add(plainPhrase(word), id)
        this.#canonical.add(phraseOf(word).map(canonical), id)
      }
    this.#plain.link()
    this.#canonical.link()
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
    if (!words.some(({ disguised }) => disguised !== undefined)) return
    // words that look Latin only count in texts that aren't written in their script
    const written = new Set(words.map(({ script, disguised }) => disguised === undefined && script))
    // the number of disguised words before each word
    const counts = [0]
    for (const { disguised, script } of words)
      counts.push((counts.at(-1) as number) + Number(disguised !== undefined && !(script && written.has(script))))
    this.#canonical.find(
      words.map(({ plain, disguised }) => disguised ?? canonical(plain)),
      ({ id, length }, end) => {
        if ((counts[end] as number) > (counts[end - length] as number)) ids.add(id)
      },
    )
  }
}
