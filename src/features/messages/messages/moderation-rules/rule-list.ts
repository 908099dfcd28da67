import { hostOfDomain } from './hosts.ts'
import type { Stored } from './store.ts'
import type { Condition } from './wire.ts'
import { WordFinder } from './word-finder.ts'

type ListCondition = Extract<Condition, { kind: 'links' | 'files' }>

/** An organization's rules, prepared for finding their words and domains. */
export class RuleList {
  readonly all: readonly Stored[]
  /** Rules that are turned on; the ones that refuse messages come first. */
  readonly enabled: readonly Stored[]
  readonly words: WordFinder
  readonly #items = new Map<ListCondition, ReadonlySet<string>>()

  private constructor(all: readonly Stored[], words: WordFinder) {
    this.all = all
    this.words = words
    const enabled = all.filter(({ is_enabled }) => is_enabled)
    this.enabled = [
      ...enabled.filter(({ action }) => action === 'refuse'),
      ...enabled.filter(({ action }) => action !== 'refuse'),
    ]
  }

  static async of(all: readonly Stored[], queueKey: string): Promise<RuleList> {
    const withWords = all.flatMap(({ id, condition, is_enabled }) =>
      is_enabled && condition.kind === 'words' ? [{ id, words: condition.words }] : [],
    )
    return new RuleList(all, await WordFinder.of(withWords, queueKey))
  }

  /** A rule's domains or file extensions, as they end hosts or file names. */
  itemsOf(condition: ListCondition): ReadonlySet<string> {
    const items = this.#items.get(condition) ?? new Set(endingsIn(condition))
    this.#items.set(condition, items)
    return items
  }
}

const endingsIn = (condition: ListCondition): string[] =>
  condition.kind === 'links'
    ? condition.domains.flatMap((domain) => hostOfDomain(domain) ?? [])
    : condition.extensions.map((extension) => extension.replace(/^\./, '').toLowerCase())
