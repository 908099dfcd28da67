import { computed } from '@preact/signals'
import type { Choice } from '../../entities/choice.ts'
import type { Target } from '../../narrow/target.ts'
import { type Channel, channels, isSubscribed } from '../../store/channels.ts'
import { topicsOf } from '../../store/conversations.ts'
import { t } from '../../texts/writing.ts'
import { begins, best, byLetters, type Found, SearchIndex } from './search.ts'

const open = computed(() => [...channels.value.values()].filter(({ is_archived }) => !is_archived))
const byName = computed(() => new SearchIndex(open.value, ({ name }) => name))
const byDescription = computed(() => new SearchIndex(open.value, ({ description }) => description))

const described = 5

/** Channels by name, then by description; subscribed ones first. */
export function findChannels(query: string, here: number | undefined, limit: number): Channel[] {
  const found: Found<Channel>[] = byName.value.find(query)
  if (query.trim() !== '') {
    const named = new Set(found.map(({ item }) => item))
    for (const one of byDescription.value.find(query)) if (!named.has(one.item)) found.push({ ...one, fit: described })
  }
  const place = (one: Channel): number =>
    one.stream_id === here ? 0 : !isSubscribed(one.stream_id) ? 4 : one.is_muted ? 3 : one.pin_to_top ? 1 : 2
  return best(
    found,
    (a, b) =>
      a.fit - b.fit ||
      place(a.item) - place(b.item) ||
      (b.item.stream_weekly_traffic ?? 0) - (a.item.stream_weekly_traffic ?? 0) ||
      byLetters(a, b),
    limit,
  ).map(({ item }) => item)
}

export function channelChoices(query: string, target: Target | undefined, limit: number): Choice[] {
  const here = target?.kind === 'topic' ? target.channelId : undefined
  return findChannels(query, here, limit).map(({ stream_id, name, description }) => ({
    key: `channel ${stream_id}`,
    label: name,
    detail: isSubscribed(stream_id) ? description : t.notSubscribed,
    mark: { channel: stream_id },
    insert: `#**${name}**`,
    also: { key: '>', insert: `#**${name}>` },
  }))
}

/** Topic names; recent ones first among equal matches. */
export function findTopics(query: string, channelId: number, limit: number): string[] {
  const all = topicsOf(channelId).value ?? []
  const order = new Map(all.map(({ name }, index) => [name, index]))
  const found = new SearchIndex(all, ({ name }) => name).find(query)
  return best(
    found,
    (a, b) =>
      Number(a.fit !== begins) - Number(b.fit !== begins) ||
      (order.get(a.item.name) ?? 0) - (order.get(b.item.name) ?? 0),
    limit,
  ).map(({ item }) => item.name)
}

export function topicChoices(
  query: string,
  channelName: string | undefined,
  target: Target | undefined,
  limit: number,
): Choice[] {
  const own = target?.kind === 'topic' ? target.channelId : undefined
  const channelId = channelName === undefined ? own : open.value.find(({ name }) => name === channelName)?.stream_id
  const name = channelName ?? open.value.find(({ stream_id }) => stream_id === own)?.name
  if (channelId === undefined || name === undefined) return []
  const typed = query.trim()
  const found = findTopics(query, channelId, limit - 2).filter((topic) => topic !== '')
  const isKnown = found.some((topic) => topic.toLowerCase() === typed.toLowerCase())
  const mark = { channel: channelId }
  return [
    ...(typed === ''
      ? [{ key: 'alone', label: `#${name}`, detail: t.channelAlone, mark, insert: `#**${name}**` }]
      : []),
    ...found.map((topic) => ({ key: `topic ${topic}`, label: topic, mark, insert: `#**${name}>${topic}**` })),
    ...(typed === '' || isKnown
      ? []
      : [{ key: 'new', label: typed, detail: t.newTopic, mark, insert: `#**${name}>${typed}**` }]),
  ]
}
