import { peopleNames, placeName, topicName } from '../entities/place.tsx'
import type { Narrow, Term } from '../narrow/narrow.ts'
import { isStart } from '../narrow/search-text.ts'
import { channel } from '../store/channels.ts'
import { nameOf } from '../store/people.ts'
import { t } from '../texts/finding.ts'
import { locale } from '../texts/locale.ts'

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

function valueText({ operator, operand }: Term): string {
  if (Array.isArray(operand)) return peopleNames(operand)
  if (typeof operand === 'number') {
    if (operator === 'channel') return `#${channel(operand)?.name ?? operand}`
    if (operator === 'sender' || operator === 'mentions') return nameOf(operand) || String(operand)
  }
  if (operator === 'topic') return topicName(String(operand))
  if (operator === 'date' || operator === 'before') return dayFormat.format(new Date(`${operand}T00:00:00Z`))
  return String(operand)
}

/** The filter as typed text; undefined if it can't be typed. */
export function typedTerm({ operator, operand, negated }: Term): { text: string; value: string } | undefined {
  const value = typedValue(operator, operand)
  if (value === undefined || value === '') return undefined
  if (operator === 'search') return { text: `-${value}`, value }
  const name = { sender: 'from', channel: 'in', date: 'after' }[operator] ?? operator
  return { text: `${negated ? '-' : ''}${name}:${value}`, value }
}

function typedValue(operator: string, operand: Term['operand']): string | undefined {
  if (Array.isArray(operand)) {
    const names = operand.map((id) => nameOf(id)).join(',')
    return operand.length > 1 ? `"${names}"` : names
  }
  if (operator === 'channel') return channel(Number(operand))?.name
  if (operator === 'sender' || operator === 'mentions')
    return typeof operand === 'number' ? nameOf(operand) : String(operand)
  if (['topic', 'is', 'has', 'channels', 'in', 'search'].includes(operator) || isStart({ operator }))
    return String(operand)
  return undefined
}

export function termText(term: Term): string {
  if (term.operator === 'search') return term.negated ? t.not(String(term.operand)) : String(term.operand)
  const known = t.values[`${term.operator} ${term.operand}`]
  const text = known ?? `${t.operators[term.operator] ?? term.operator} ${valueText(term)}`
  return term.negated ? t.not(text) : text
}

/** The search's words: all text that is searched for and not excluded. */
export const wordsOf = (narrow: Narrow): string =>
  narrow
    .flatMap(({ operator, operand, negated }) => (operator === 'search' && !negated ? [String(operand)] : []))
    .join(' ')

export const searchText = (narrow: Narrow): string =>
  [wordsOf(narrow), ...narrow.filter((one) => one.operator !== 'search' || one.negated).map(termText)]
    .filter((text) => text !== '')
    .join(t.separator)

export function nameOfPlace(place: Narrow): string {
  const [first, second] = place
  if (Array.isArray(first?.operand)) return peopleNames(first.operand)
  const channelId = place.find(({ operator }) => operator === 'channel')?.operand
  const topic = place.find(({ operator }) => operator === 'topic')?.operand
  if (typeof channelId === 'number' && typeof topic === 'string') return placeName({ kind: 'topic', channelId, topic })
  if (typeof channelId === 'number') return `#${channel(channelId)?.name ?? channelId}`
  return second || first ? place.map(termText).join(t.separator) : t.allMessages
}
