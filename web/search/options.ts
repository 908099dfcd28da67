import { folded } from '#contract'
import { findChannels, findTopics } from '../compose/typeahead/channels.ts'
import { findPeople } from '../compose/typeahead/people.ts'
import { best, SearchIndex, wordBegins } from '../compose/typeahead/search.ts'
import type { Choice } from '../entities/choice.ts'
import { topicName } from '../entities/place.tsx'
import { type Narrow, narrowKey, type Term } from '../narrow/narrow.ts'
import { type Naming, offeredNames, operatorOf, otherValues, searchValues } from '../narrow/search-text.ts'
import { keyName } from '../parts/key-names.ts'
import { isSubscribed } from '../store/channels.ts'
import { knownTopics } from '../store/known-topics.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/finding.ts'
import { daysFor } from './days.ts'
import { recentSearches } from './recent-searches.ts'
import { nameOfPlace, searchText, termText } from './term-text.ts'

const most = 8
const few = 3

export type Meaning =
  | { readonly kind: 'condition'; readonly term: Term; readonly keeps: string }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'search'; readonly narrow: Narrow }
  | { readonly kind: 'place'; readonly place: Narrow | undefined }

export type Offer = Pick<Choice, 'key' | 'label' | 'detail' | 'mark'> & { readonly meaning: Meaning }

const condition = (term: Term, keeps: string, more: Partial<Offer> = {}): Offer => ({
  key: `term ${narrowKey([term])}`,
  label: termText(term),
  ...more,
  meaning: { kind: 'condition', term, keeps },
})

/** Values for the condition being typed, most likely first. */
export function valueOffers({ operator, value, negated, before }: Naming, pills: Narrow): Offer[] {
  const term = (operand: Term['operand']): Term => ({ operator, operand, ...(negated ? { negated } : {}) })
  const offer = (operand: Term['operand'], more?: Partial<Offer>) => condition(term(operand), before, more)
  const query = value.trim()
  switch (operator) {
    case 'channel':
      return channelOffers(value, negated, before)
    case 'topic':
      return topicOffers(query, pills).map(({ channelId, topic }) =>
        offer(topic, { label: topicName(topic), mark: { channel: channelId } }),
      )
    case 'sender':
    case 'mentions':
      return peopleOf(value, most).map((id) => offer(id, { label: person(id)?.full_name ?? '', mark: { person: id } }))
    case 'dm':
    case 'dm-including':
      return peopleOf(value, most).map((id) =>
        offer([id], { label: person(id)?.full_name ?? '', mark: { person: id } }),
      )
    case 'near':
      return /^\d{1,15}$/.test(query) ? [offer(Number(query))] : []
    case 'date':
    case 'before':
      return negated ? [] : dayOffers(operator, query, before)
    case 'in':
      if (query.startsWith('@')) return valueOffers({ operator: 'dm', value: query.slice(1), negated, before }, pills)
      return [...channelOffers(value, negated, before), ...fixedOffers('in', query, offer)]
    default:
      return fixedOffers(operator, query, offer)
  }
}

const channelOffers = (value: string, negated: boolean, keeps: string): Offer[] =>
  findChannels(value, undefined, most).map(({ stream_id, name, description }) =>
    condition({ operator: 'channel', operand: stream_id, ...(negated ? { negated } : {}) }, keeps, {
      label: name,
      detail: isSubscribed(stream_id) ? description : t.publicToo,
      mark: { channel: stream_id },
    }),
  )

const fixedOffers = (
  operator: keyof typeof searchValues,
  query: string,
  offer: (operand: string, more: Partial<Offer>) => Offer,
): Offer[] =>
  searchValues[operator]
    .filter((one) => fitsValue(one, operator, folded(query)))
    .map((one) => offer(one, { detail: `${operator}:${one}` }))

const dayOffers = (operator: 'date' | 'before', query: string, keeps: string): Offer[] =>
  daysFor(query)
    .slice(0, most)
    .map(({ day, label }) => condition({ operator, operand: day }, keeps, label === undefined ? {} : { detail: label }))

/** Includes system bots, whose notices can be searched. */
const anyone = () => true

/** Includes the user, as "me". */
function peopleOf(query: string, limit: number): number[] {
  const found = findPeople(query === 'me' ? '' : query, undefined, limit, anyone).map(({ user_id }) => user_id)
  if (!'me'.startsWith(query.trim().toLowerCase())) return found
  return [ownId.value, ...found.filter((id) => id !== ownId.value)].slice(0, limit)
}

function topicOffers(query: string, pills: Narrow): { channelId: number; topic: string }[] {
  const channelId = pills.find(({ operator, negated }) => operator === 'channel' && !negated)?.operand
  if (typeof channelId === 'number') return findTopics(query, channelId, most).map((topic) => ({ channelId, topic }))
  const once = new Map<string, { channelId: number; topic: string; newest: number }>()
  for (const one of knownTopics.value) {
    const key = one.topic.toLowerCase()
    if (!once.has(key)) once.set(key, one)
  }
  const found = new SearchIndex([...once.values()], ({ topic }) => topic).find(query)
  return best(found, (a, b) => a.fit - b.fit || b.item.newest - a.item.newest, most).map(({ item }) => item)
}

/** Matches by name, synonym, or description. */
const fitsValue = (one: string, operator: string, query: string): boolean =>
  [one, ...(otherValues[one] ?? [])].some((word) => word.startsWith(query) || (query !== '' && `${word}s` === query)) ||
  (query.length > 1 && folded(t.values[`${operator} ${one}`] ?? '').includes(query))

const asOperator = (name: string, before: string, sign: string): Offer => ({
  key: `operator ${name}`,
  label: `${sign}${name}:`,
  detail: t.operatorHints[name] ?? t.operatorHints[operatorOf(name) ?? ''] ?? '',
  meaning: { kind: 'operator', text: `${before}${sign}${name}:` },
})

const keysOfPlace = (place: Narrow): string =>
  place.length > 1 || place.some(({ operator }) => operator === 'dm') ? '⇧ Enter' : keyName('Ctrl+Enter')

/** Options to search for the text everywhere, or in the current places. */
export function placeOffers(text: string, places: readonly Narrow[]): Offer[] {
  return [undefined, ...places].map((place, index) => ({
    key: `place ${index}`,
    label: t.searchEverywhere(text),
    detail: place ? `${t.onlyHere(nameOfPlace(place))} · ${keysOfPlace(place)}` : `${t.everywhere} · Enter`,
    mark: { sign: '🔍' },
    meaning: { kind: 'place', place },
  }))
}

export function wordOffers(text: string, pills: Narrow): Offer[] {
  const { 1: before = '', 2: sign = '', 3: word = '' } = /^(.*?)(-?)(\S*)$/s.exec(text) ?? []
  if (text.trim() === '') {
    const recent = pills.length > 0 ? [] : recentSearches().slice(0, 5)
    return [
      ...recent.map((narrow, index) => ({
        key: `recent ${index}`,
        label: searchText(narrow),
        detail: t.recentSearch,
        mark: { sign: '🕘' },
        meaning: { kind: 'search' as const, narrow },
      })),
      ...offeredNames.slice(0, 10).map((one) => asOperator(one, before, '')),
    ]
  }
  const typed = word.toLowerCase()
  if (typed === '' || typed.includes('"')) return []
  const operators = offeredNames.filter((one) => one.startsWith(typed)).map((one) => asOperator(one, before, sign))
  if (/^\d{4}-\d/.test(typed) && sign === '')
    return (['date', 'before'] as const).flatMap((one) => dayOffers(one, typed, before).slice(0, few))
  if (typed.length < 2) return operators
  const negated = sign === '-' ? { negated: true } : {}
  const named = new SearchIndex(
    findChannels(typed, undefined, few).filter(({ name }) => name !== ''),
    ({ name }) => name,
  )
    .find(typed)
    .filter(({ fit }) => fit <= wordBegins)
    .map(({ item: { stream_id } }) =>
      condition({ operator: 'channel', operand: stream_id, ...negated }, before, { mark: { channel: stream_id } }),
    )
  const people = findPeople(typed, undefined, few, anyone).map(({ user_id }) =>
    condition({ operator: 'sender', operand: user_id, ...negated }, before, { mark: { person: user_id } }),
  )
  return [...operators, ...named, ...people]
}
