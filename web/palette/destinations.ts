import { computed } from '@preact/signals'
import { findChannels } from '../compose/typeahead/channels.ts'
import { findPeople } from '../compose/typeahead/people.ts'
import { best, SearchIndex, somewhere } from '../compose/typeahead/search.ts'
import { plainDescription } from '../content/plain-text.ts'
import type { Option } from '../entities/combobox.tsx'
import { peopleNames, topicName } from '../entities/place.tsx'
import { channelNarrow, conversationKey, directNarrow, type Narrow, topicNarrow } from '../narrow/narrow.ts'
import { goTo, hrefOfNarrow } from '../navigation/route.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { directConversations } from '../store/conversations.ts'
import { knownTopics } from '../store/known-topics.ts'
import { person } from '../store/people.ts'
import { channelUnread, directUnread } from '../store/unread.ts'
import { t } from '../texts/finding.ts'
import { uses, weightOf } from './uses.ts'

export interface Destination extends Option {
  readonly unread: number
  /** Search synonyms. */
  readonly words?: string | undefined
}

const to = (narrow: Narrow) => ({ href: hrefOfNarrow(narrow), run: () => goTo({ view: 'narrow', narrow }) })
const withUnread = (detail: string, unread: number) => (unread > 0 ? `${detail} · ${t.unread(unread)}` : detail)

function channelDestination(id: number): Destination | undefined {
  const one = channel(id)
  if (!one || one.is_archived) return undefined
  const unread = channelUnread.value.get(id)?.count ?? 0
  const detail = isSubscribed(id) ? plainDescription(one) : t.publicToo
  return {
    key: `channel ${id}`,
    label: one.name,
    detail: unread > 0 ? t.unread(unread) : detail,
    mark: { channel: id },
    unread,
    ...to(channelNarrow(id)),
  }
}

function topicDestination(channelId: number, topic: string, unread: number): Destination | undefined {
  const one = channel(channelId)
  if (!one) return undefined
  return {
    key: `topic ${channelId} ${topic}`,
    label: topicName(topic),
    detail: withUnread(`#${one.name}`, unread),
    mark: { channel: channelId },
    unread,
    ...to(topicNarrow(channelId, topic)),
  }
}

function peopleDestination(userIds: readonly number[]): Destination | undefined {
  const [first] = userIds
  if (first === undefined || userIds.some((id) => !person(id))) return undefined
  const narrow = directNarrow(userIds)
  const unread = directUnread.value.get(conversationKey({ kind: 'direct', userIds }))?.ids.length ?? 0
  const isOne = userIds.length === 1
  const address = isOne ? (person(first)?.delivery_email ?? '') : ''
  return {
    key: `people ${userIds.join()}`,
    label: peopleNames(userIds),
    detail: withUnread(isOne ? address || t.person : t.conversation, unread),
    mark: isOne ? { person: first } : { sign: '👥' },
    unread,
    ...to(narrow),
  }
}

function destinationOf(key: string): Destination | undefined {
  const [kind, rest = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
  if (kind === 'channel') return channelDestination(Number(rest))
  if (kind === 'people') return peopleDestination(rest.split(',').map(Number))
  if (kind !== 'topic') return undefined
  const [id = '', ...name] = rest.split(' ')
  const topic = name.join(' ')
  const known = topicsByKey.value.get(`${id} ${topic.toLowerCase()}`)
  return topicDestination(Number(id), topic, known?.unread ?? 0)
}

const topicsByKey = computed(
  () => new Map(knownTopics.value.map((one) => [`${one.channelId} ${one.topic.toLowerCase()}`, one])),
)
const topics = computed(() => new SearchIndex(knownTopics.value, ({ topic }) => topicName(topic)))
const groups = computed(() => {
  const found = directConversations.value.flatMap(({ conversation }) =>
    conversation.kind === 'direct' && conversation.userIds.length > 1 ? [conversation.userIds] : [],
  )
  return new SearchIndex(found, peopleNames)
})

const maxPerKind = 8
export const maxShown = 14

/** Destinations for a query, best first: by match, usage, and unread messages. */
export function destinations(query: string, others: readonly Destination[]): readonly Destination[] {
  const used = uses()
  const wanted = query.trim()
  const all = new Map<string, Destination>()
  const put = (one: Destination | undefined) => one && !all.has(one.key) && all.set(one.key, one)
  for (const key of used.keys()) put(destinationOf(key))
  if (wanted === '') {
    for (const { conversation, ids } of directUnread.value.values())
      if (conversation.kind === 'direct' && ids.length > 0) put(peopleDestination(conversation.userIds))
    for (const one of knownTopics.value.filter(({ unread }) => unread > 0).slice(0, maxShown))
      put(topicDestination(one.channelId, one.topic, one.unread))
    for (const one of others) put(one)
  } else {
    for (const { stream_id } of findChannels(query, undefined, maxPerKind)) put(channelDestination(stream_id))
    for (const { user_id } of findPeople(query, undefined, maxPerKind)) put(peopleDestination([user_id]))
    for (const { item } of best(
      topics.value.find(query),
      (a, b) => a.fit - b.fit || b.item.newest - a.item.newest,
      maxPerKind,
    ))
      put(topicDestination(item.channelId, item.topic, item.unread))
    for (const { item } of best(groups.value.find(query), (a, b) => a.fit - b.fit, maxPerKind))
      put(peopleDestination(item))
    for (const one of others) put(one)
  }
  const candidates = [...all.values()]
  const named = new SearchIndex(candidates, ({ label }) => label).find(query)
  const fits = new Map(named.map(({ item, fit }) => [item, fit]))
  const worded = new SearchIndex(
    others.filter((one) => one.words && !fits.has(one)),
    ({ label, words = '' }) => `${label} ${words} ${label}`,
  ).find(query)
  for (const { item } of worded) fits.set(item, somewhere)
  // also candidates found by something other than the name, such as an email address, but no commands
  const fitting = candidates.filter(
    (one) => fits.has(one) || (wanted !== '' && !others.includes(one) && !used.has(one.key)),
  )
  const rank = (one: Destination): number =>
    (fits.get(one) ?? somewhere + 1) - 1.6 * weightOf(used.get(one.key)) - (one.unread > 0 ? 0.4 : 0)
  const ranks = new Map(fitting.map((one) => [one, rank(one)]))
  return best(
    fitting.map((item) => ({ item, fit: ranks.get(item) ?? 0 })),
    (a, b) => a.fit - b.fit,
    maxShown,
  ).map(({ item }) => item)
}
