import { hostOfDomain } from './hosts.ts'
import type { Stored } from './store.ts'
import type { Condition, RuleAction } from './wire.ts'
import { WordFinder } from './word-finder.ts'

type ListCondition = Extract<Condition, { kind: 'links' | 'files' }>

/** If several rules match a message, the first of these actions wins. */
const precedence: readonly RuleAction[] = ['restrict', 'refuse', 'hold', 'report']

/** An organization's rules, prepared for finding their words and domains. */
export class RuleList {
  readonly all: readonly Stored[]
  /** Rules that are turned on, by precedence. */
  readonly enabled: readonly Stored[]
  readonly words: WordFinder
  readonly #items = new Map<ListCondition, ReadonlySet<string>>()

  private constructor(all: readonly Stored[], words: WordFinder) {
    this.all = all
    this.words = words
    const enabled = all.filter(({ is_enabled }) => is_enabled)
    this.enabled = precedence.flatMap((wanted) => enabled.filter(({ action }) => action === wanted))
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
