import type { Narrow, Term } from './narrow.ts'

export const searchOperators = [
  ...(['channel', 'topic', 'sender', 'dm', 'dm-including', 'mentions'] as const),
  ...(['is', 'has', 'date', 'near', 'channels', 'in'] as const),
] as const
export type SearchOperator = (typeof searchOperators)[number]

/** Operators with a fixed set of values. */
export const searchValues = {
  is: ['unread', 'starred', 'mentioned', 'alerted', 'dm', 'resolved', 'followed', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['public'],
  in: ['home', 'all'],
} as const

const olderNames: Readonly<Record<string, SearchOperator>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
}

export interface Lookup {
  channel(name: string): number | undefined
  person(name: string): number | undefined
}

/** The operator for a word; undefined if it's just a word before a colon. */
function operatorOf(word: string): SearchOperator | undefined {
  const name = word.toLowerCase()
  if (Object.hasOwn(olderNames, name)) return olderNames[name]
  return searchOperators.find((one) => one === name)
}

/** Parses a filter; undefined if the value is invalid. */
function termOf(operator: SearchOperator, value: string, lookup: Lookup, negated = false): Term | undefined {
  const operand = operandOf(operator, value.trim(), lookup)
  // a starting position can't be negated
  if (operand === undefined || (negated && (operator === 'near' || operator === 'date'))) return undefined
  return { operator, operand, ...(negated ? { negated } : {}) }
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
      return isDay(value) ? value : undefined
    case 'topic':
      return value
    case 'has':
      return searchValues.has.find((one) => one === value.toLowerCase().replace(/s$/, ''))
    default:
      return (searchValues[operator] as readonly string[]).find((one) => one === value.toLowerCase())
  }
}

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(new Date(`${value}T00:00:00Z`).getTime())

const token = /(-?)([a-z-]+):("[^"]*"?|\S*)|-?"[^"]*"?|\S+/gi

/** Parses a search text: filters, and other words as search terms, with phrases in quotes. */
export function parseSearch(text: string, lookup: Lookup): Narrow {
  const terms: Term[] = []
  const words: string[] = []
  // phones insert curly quotes
  for (const { 0: all, 1: sign, 2: name, 3: value } of text.replace(/[“”„]/g, '"').matchAll(token)) {
    const operator = name === undefined ? undefined : operatorOf(name)
    const term = operator && value && termOf(operator, value.replaceAll('"', ''), lookup, sign === '-')
    if (term) terms.push(term)
    else if (/^-["\p{L}\d]/u.test(all)) terms.push({ operator: 'search', operand: all.slice(1), negated: true })
    else words.push(all)
  }
  return words.length > 0 ? [...terms, { operator: 'search', operand: words.join(' ') }] : terms
}

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
