import { hostOfDomain } from './hosts.ts'
import type { Stored } from './store.ts'
import type { Condition } from './wire.ts'
import { WordFinder } from './word-finder.ts'

type LinkCondition = Extract<Condition, { kind: 'links' }>

/** An organization's rules, prepared for finding their words and domains. */
export class RuleList {
  readonly all: readonly Stored[]
  /** Rules that are turned on; the ones that refuse messages come first. */
  readonly enabled: readonly Stored[]
  readonly words: WordFinder
  readonly #hosts = new Map<LinkCondition, readonly string[]>()

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

  hostsOf(condition: LinkCondition): readonly string[] {
    const known = this.#hosts.get(condition) ?? condition.domains.flatMap((domain) => hostOfDomain(domain) ?? [])
    this.#hosts.set(condition, known)
    return known
  }
}
