import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { isSearch, type Narrow, narrowKey, type Term } from '../narrow/narrow.ts'
import { hasUnknownFilter, isExcludedWord, isStart, literalOf } from '../narrow/search-text.ts'
import { goTo } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { t } from '../texts/finding.ts'
import { api } from '../transport/api.ts'
import { keepSearch } from './recent-searches.ts'
import { searched } from './searched.ts'
import { wordsOf } from './term-text.ts'

/** Shows the results; false if there's nothing to search for. */
export async function search(asked: Narrow, typed = ''): Promise<boolean> {
  const wanted = together(asked.filter((one) => !isStart(one)))
  const [from] = asked.filter(isStart).toReversed()
  if (wanted.length === 0 && !from) return false
  // only excluded words: that would be nearly all messages
  const literal = wanted.every(isExcludedWord) ? literalOf(wanted, typed) : undefined
  const terms = literal ?? wanted
  let near: number | undefined
  try {
    near = from && (from.operator === 'near' ? Number(from.operand) : await startOf(terms, from))
  } catch {
    toast(t.cannotLoad)
    return false
  }
  if (from && near === undefined) {
    toast(from.operator === 'before' ? t.noEarlierDay : t.noDay)
    return false
  }
  if (isSearch(terms) || from) keepSearch(asked)
  const narrow = terms.length > 0 ? terms : [{ operator: 'in', operand: 'all' }]
  const words = wordsOf(terms)
  searched.value = {
    key: narrowKey(narrow),
    typed,
    ...(literal || hasUnknownFilter(words) ? { literal: words } : {}),
    ...(literal ? { excluding: wanted } : {}),
    ...(from && near !== undefined ? { start: { term: from, near } } : {}),
  }
  goTo({ view: 'narrow', narrow, ...(near === undefined ? {} : { near }) })
  return true
}

/** Searches for the excluded words too if a search for the others found nothing; false if there aren't any. */
export function searchLiterally(of: Narrow): boolean {
  const before = searched.peek()
  if (before?.key !== narrowKey(of)) return false
  const literal = literalOf(of, before.typed)
  if (!literal) return false
  searched.value = { ...before, key: narrowKey(literal), literal: wordsOf(literal), excluding: of }
  goTo({ view: 'narrow', narrow: literal }, { replace: true })
  return true
}

/** Joins separate search words into one term and drops duplicate conditions. */
function together(terms: Narrow): Narrow {
  const words = terms.filter(({ operator, negated }) => operator === 'search' && !negated)
  const rest = terms.filter((one) => !words.includes(one))
  const once = [...new Map(rest.map((one) => [JSON.stringify(one), one])).values()]
  return words.length === 0
    ? once
    : [...once, { operator: 'search', operand: words.map(({ operand }) => operand).join(' ') }]
}

/**
 * The first message of that day or later, or, if there's none, the last one before; for `before`, the last message
 * before that day.
 */
async function startOf(narrow: Narrow, { operator, operand }: Term): Promise<number | undefined> {
  const { messages } = await api.call(getMessages, {
    anchor: 'date',
    anchor_date: new Date(`${operand}T00:00:00`).toISOString(),
    num_before: 1,
    num_after: 1,
    narrow: [...narrow],
    allow_empty_topic_name: true,
    client_gravatar: false,
  })
  if (operator === 'date') return messages.at(-1)?.id
  const midnight = new Date(`${operand}T00:00:00`).getTime() / 1000
  return messages.findLast(({ timestamp }) => timestamp < midnight)?.id
}
