import type { Signal } from '@preact/signals'
import {
  isRuleItem,
  maxItemLengths,
  type RuleItems,
} from '../../../src/features/messages/messages/moderation-rules/rule-item.ts'
import type {
  Condition,
  ConditionKind,
  ModerationRule,
} from '../../../src/features/messages/messages/moderation-rules/wire.ts'
import { entriesIn } from '../../controls/entries.ts'

type LinkMode = Extract<Condition, { kind: 'links' }>['mode']

/** Fields of all kinds of rules, so that switching the kind doesn't lose input. */
export interface Draft {
  readonly kind: ConditionKind
  readonly words: string
  readonly mode: LinkMode
  readonly domains: string
  readonly max: number
  readonly places: number
  readonly messages: number
  readonly seconds: number
  readonly extensions: string
}

const empty: Draft = {
  kind: 'words',
  words: '',
  mode: 'never',
  domains: '',
  max: 5,
  places: 3,
  messages: 5,
  seconds: 10,
  extensions: '',
}

const lines = (text: string): string[] => [...new Set(entriesIn(text))]

/** People paste whole addresses, too. */
const domainIn = (address: string): string => address.replace(/^[a-z]+:\/\/|^\*\.|[/?#].*$/gi, '')

const itemsIn = (draft: Draft, name: RuleItems): string[] =>
  lines(name === 'domains' ? entriesIn(draft[name]).map(domainIn).join('\n') : draft[name])

const listOf: { readonly [K in ConditionKind]?: RuleItems } = {
  words: 'words',
  links: 'domains',
  files: 'extensions',
}

/** The first line that a rule can't contain. */
export function invalidItem(draft: Draft): string | undefined {
  const name = listOf[draft.kind]
  if (!name) return undefined
  return itemsIn(draft, name).find((item) => !isRuleItem[name](item) || item.length > maxItemLengths[name])
}

export function draftOf(rule: Pick<ModerationRule, 'condition'> | undefined): Draft {
  if (!rule) return empty
  const { condition } = rule
  if (condition.kind === 'words') return { ...empty, kind: 'words', words: condition.words.join('\n') }
  if (condition.kind === 'files') return { ...empty, kind: 'files', extensions: condition.extensions.join('\n') }
  if (condition.kind === 'links') return { ...empty, ...condition, domains: condition.domains.join('\n') }
  return { ...empty, ...condition }
}

/** Undefined if a required field is empty or invalid. */
export function conditionOf(draft: Draft): Condition | undefined {
  const { kind, mode, max, places, messages, seconds } = draft
  if (invalidItem(draft) !== undefined) return undefined
  const words = itemsIn(draft, 'words')
  const domains = itemsIn(draft, 'domains')
  const extensions = itemsIn(draft, 'extensions')
  if (kind === 'words') return words.length > 0 ? { kind, words } : undefined
  if (kind === 'links') return mode === 'only' || domains.length > 0 ? { kind, mode, domains } : undefined
  if (kind === 'mentions') return { kind, max }
  if (kind === 'repeats') return { kind, places }
  if (kind === 'flood') return { kind, messages, seconds }
  return extensions.length > 0 ? { kind, extensions } : undefined
}

export interface DraftProps {
  readonly draft: Signal<Draft>
}
