import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { isSearch, type Narrow } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { t } from '../texts/finding.ts'
import { api } from '../transport/api.ts'
import { keepSearch } from './recent-searches.ts'

/** These set the starting point and don't filter. */
const isPlaceInTime = (operator: string) => operator === 'near' || operator === 'date'

/** Shows the results; false if there's nothing to search for. */
export async function search(asked: Narrow): Promise<boolean> {
  const terms = together(asked.filter(({ operator }) => !isPlaceInTime(operator)))
  const [from] = asked.filter(({ operator }) => isPlaceInTime(operator)).toReversed()
  if (terms.length === 0 && !from) return false
  let near: number | undefined
  try {
    near = from && (from.operator === 'near' ? Number(from.operand) : await firstOf(terms, String(from.operand)))
  } catch {
    toast(t.cannotLoad)
    return false
  }
  if (from && near === undefined) {
    toast(t.noDay)
    return false
  }
  if (isSearch(terms) || from) keepSearch(asked)
  const narrow = terms.length > 0 ? terms : [{ operator: 'in', operand: 'all' }]
  goTo({ view: 'narrow', narrow, ...(near === undefined ? {} : { near }) })
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

/** The first message of that day or later; if there's none, the last one before. */
async function firstOf(narrow: Narrow, day: string): Promise<number | undefined> {
  const { messages } = await api.call(getMessages, {
    anchor: 'date',
    anchor_date: new Date(`${day}T00:00:00`).toISOString(),
    num_before: 1,
    num_after: 1,
    narrow: [...narrow],
    allow_empty_topic_name: true,
    client_gravatar: false,
  })
  return messages.at(-1)?.id
}
