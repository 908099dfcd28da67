import type { Narrow, Term } from './narrow.ts'

export const searchOperators = [
  ...(['channel', 'topic', 'sender', 'dm', 'dm-including', 'mentions'] as const),
  ...(['is', 'has', 'date', 'before', 'near', 'channels', 'in'] as const),
] as const
export type SearchOperator = (typeof searchOperators)[number]

/** Operators with a fixed set of values. */
export const searchValues = {
  is: ['unread', 'starred', 'mentioned', 'alerted', 'dm', 'resolved', 'followed', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['public'],
  in: ['home', 'all'],
} as const

/** Other words for the values, from other apps. */
export const otherValues: Readonly<Record<string, readonly string[]>> = {
  dm: ['private'],
  starred: ['saved'],
  attachment: ['file', 'document'],
  image: ['picture', 'photo'],
}

/** Other words for the operators: familiar ones, and those of older clients. `in` also takes a channel. */
const otherNames: Readonly<Record<string, SearchOperator>> = {
  from: 'sender',
  after: 'date',
  since: 'date',
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
}

/** In the order in which they're offered. */
export const offeredNames = [
  ...['from', 'in', 'topic', 'has', 'is', 'before', 'after', 'mentions', 'dm', 'dm-including'],
  ...['channels', 'sender', 'channel', 'date', 'near'],
]

export interface Lookup {
  channel(name: string): number | undefined
  person(name: string): number | undefined
  /** A day as `YYYY-MM-DD`, for words such as "yesterday". */
  day(name: string): string | undefined
}

/** These set the starting point and don't filter. */
export const isStart = ({ operator }: Pick<Term, 'operator'>): boolean => ['near', 'date', 'before'].includes(operator)

/** The operator for a word; undefined if it's just a word before a colon. */
export function operatorOf(word: string): SearchOperator | undefined {
  const name = word.toLowerCase()
  if (Object.hasOwn(otherNames, name)) return otherNames[name]
  return searchOperators.find((one) => one === name)
}

/** Parses a filter; undefined if the value is invalid. */
function termOf(operator: SearchOperator, value: string, lookup: Lookup, negated = false): Term | undefined {
  const term = positiveTerm(operator, value.trim(), lookup)
  // a starting position can't be negated
  if (!term || (negated && isStart(term))) return undefined
  return { ...term, ...(negated ? { negated } : {}) }
}

function positiveTerm(operator: SearchOperator, value: string, lookup: Lookup): Term | undefined {
  const known = operandOf(operator, value, lookup)
  if (known !== undefined) return { operator, operand: known }
  if (operator !== 'in') return undefined
  const person = value.startsWith('@') ? lookup.person(value) : undefined
  if (person !== undefined) return { operator: 'dm', operand: [person] }
  const channel = lookup.channel(value)
  return channel === undefined ? undefined : { operator: 'channel', operand: channel }
}

function operandOf(operator: SearchOperator, value: string, lookup: Lookup): Term['operand'] | undefined {
  switch (operator) {
    case 'channel':
      return lookup.channel(value)
    case 'sender':
    case 'mentions':
      return lookup.person(value)
    case 'dm':
    case 'dm-including': {
      const ids = value.split(',').map((name) => lookup.person(name.trim()))
      return ids.every((id) => id !== undefined) ? [...new Set(ids)].sort((a, b) => a - b) : undefined
    }
    case 'near':
      return /^\d{1,15}$/.test(value) ? Number(value) : undefined
    case 'date':
    case 'before':
      return isDay(value) ? value : lookup.day(value)
    case 'topic':
      return value
    default: {
      const wanted = value.toLowerCase()
      const fits = (one: string) => one === wanted || (operator === 'has' && `${one}s` === wanted)
      return (searchValues[operator] as readonly string[]).find((one) => [one, ...(otherValues[one] ?? [])].some(fits))
    }
  }
}

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(new Date(`${value}T00:00:00Z`).getTime())

const token = /(-?)([a-z-]+):("[^"]*"?|\S*)|-?"[^"]*"?|\S+/gi
/** Phones insert curly quotes. */
const straight = (text: string) => text.replace(/[“”„]/g, '"')

/** Parses a search text: filters, and other words as search terms, with phrases in quotes. */
export function parseSearch(text: string, lookup: Lookup): Narrow {
  const terms: Term[] = []
  const words: string[] = []
  for (const { 0: all, 1: sign, 2: name, 3: value } of straight(text).matchAll(token)) {
    const operator = name === undefined ? undefined : operatorOf(name)
    const term = operator && value && termOf(operator, value.replaceAll('"', ''), lookup, sign === '-')
    if (term) terms.push(term)
    else if (/^-["\p{L}\d]/u.test(all)) terms.push({ operator: 'search', operand: all.slice(1), negated: true })
    else words.push(all)
  }
  return words.length > 0 ? [...terms, { operator: 'search', operand: words.join(' ') }] : terms
}

/** Whether any word looks like a filter but isn't one, such as `foo:bar` or a name that `from:` doesn't find; URLs don't. */
export const hasUnknownFilter = (words: string): boolean => /(^|\s)-?[a-z][a-z-]*:(?![/:])\S/i.test(words)

/**
 * The same search for all its words, including the excluded ones, in the order of the typed text: pasted commands have
 * dashes that aren't meant to exclude anything. Undefined if the search excludes no words.
 */
export function literalOf(narrow: Narrow, typed: string): Narrow | undefined {
  if (!narrow.some(isExcludedWord)) return undefined
  const words = narrow
    .filter(({ operator }) => operator === 'search')
    .flatMap(({ operand }) => String(operand).match(/"[^"]*"?|[^\s"]+/g) ?? [])
  const order = (one: string) => typed.indexOf(one)
  return [
    ...narrow.filter(({ operator }) => operator !== 'search'),
    { operator: 'search', operand: words.sort((a, b) => order(a) - order(b)).join(' ') },
  ]
}

export const isExcludedWord = ({ operator, negated }: Term): boolean => operator === 'search' && negated === true

/** The filter being typed at the end of a text. */
export interface Naming {
  readonly operator: SearchOperator
  readonly value: string
  readonly negated: boolean
  readonly before: string
}

export function namingIn(text: string): Naming | undefined {
  let found: Naming | undefined
  for (const { 0: all, 1: gap = '', 2: sign, 3: name = '', index } of text.matchAll(/(^|\s)(-?)([a-z-]+):/gi)) {
    const operator = operatorOf(name)
    const isInQuotes = (text.slice(0, index).split('"').length - 1) % 2 === 1
    if (!operator || isInQuotes) continue
    const rest = text.slice(index + all.length)
    // a quoted phrase is complete
    const isDone = /^"[^"]*"/.test(rest)
    found = isDone
      ? undefined
      : {
          operator,
          value: rest.replaceAll('"', ''),
          negated: sign === '-',
          before: text.slice(0, index + gap.length),
        }
  }
  return found
}

/** The filter being typed, if its value is complete. */
export const namedTerm = ({ operator, value, negated }: Naming, lookup: Lookup): Term | undefined =>
  value.trim() === '' ? undefined : termOf(operator, value, lookup, negated)
