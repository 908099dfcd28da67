import { hostOfDomain } from './hosts.ts'
import type { Stored } from './store.ts'
import type { Condition } from './wire.ts'
import { WordFinder } from './word-finder.ts'

type LinkCondition = Extract<Condition, { kind: 'links' }>

/** An organization's rules, with what is needed to find their words and domains. */
export class RuleList {
  readonly all: readonly Stored[]
  /** Those that are turned on, refusing ones first. */
  readonly enabled: readonly Stored[]
  #words: WordFinder | undefined
  readonly #hosts = new Map<LinkCondition, readonly string[]>()

  constructor(all: readonly Stored[]) {
    this.all = all
    const enabled = all.filter(({ is_enabled }) => is_enabled)
    this.enabled = [
      ...enabled.filter(({ action }) => action === 'refuse'),
      ...enabled.filter(({ action }) => action !== 'refuse'),
    ]
  }

  get words(): WordFinder {
    this.#words ??= new WordFinder(
      this.enabled.flatMap(({ id, condition }) => (condition.kind === 'words' ? [{ id, words: condition.words }] : [])),
    )
    return this.#words
  }

  hostsOf(condition: LinkCondition): readonly string[] {
    const known = this.#hosts.get(condition) ?? condition.domains.flatMap((domain) => hostOfDomain(domain) ?? [])
    this.#hosts.set(condition, known)
    return known
  }
}
