import { computed } from '@preact/signals'
import { channelWildcards, folded, topicWildcard } from '#contract'
import type { User } from '../../../src/features/people/users/wire.ts'
import type { Choice } from '../../entities/choice.ts'
import type { Target } from '../../narrow/target.ts'
import { whenIdle } from '../../parts/idle.ts'
import { canInGroup } from '../../permissions/rights.ts'
import { channel } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { directConversations } from '../../store/conversations.ts'
import { groups } from '../../store/groups.ts'
import { revision } from '../../store/messages.ts'
import { mutedPeople } from '../../store/muted-people.ts'
import { isIncomplete, ownId, wantEveryone } from '../../store/people.ts'
import { t } from '../../texts/writing.ts'
import { isTooManyToCall } from '../posting.ts'
import { recentSenders } from '../recent-senders.ts'
import { subscriberSet } from '../subscriber-set.ts'
import { begins, best, byLetters, SearchIndex } from './search.ts'

const active = part<User[]>('realm_users')
const bots = part<User[]>('cross_realm_bots')

const reachable = computed(() => {
  const hidden = mutedPeople.value
  return [...(active.value ?? []), ...(bots.value ?? [])].filter(({ user_id }) => !hidden.has(user_id))
})
const byName = computed(() => new SearchIndex(reachable.value, ({ full_name }) => full_name))
const byAddress = computed(() => new SearchIndex(reachable.value, ({ delivery_email }) => delivery_email ?? ''))
const namesakes = computed(() => {
  const counts = new Map<string, number>()
  for (const { full_name } of reachable.value) {
    const name = full_name.toLowerCase()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
})

/** Builds the search indexes one at a time while idle, because each takes about a frame with 10,000 users. */
export function prepareNames(): void {
  wantEveryone()
  const things = [byName, namesakes, groupIndex, byAddress]
  const next = () => {
    const thing = things.shift()
    if (!thing) return
    thing.value
    whenIdle(next)
  }
  whenIdle(next)
}

/** System bots are never suggested as recipients or mentions. */
const isNoSystemBot = ({ is_system_bot }: User): boolean => !is_system_bot

/** Users by name or visible email, best first; bots come last. */
export function findPeople(
  query: string,
  target: Target | undefined,
  limit: number,
  isWanted: (user: User) => boolean = isNoSystemBot,
): User[] {
  revision.value
  const near = weigherFor(target)
  const weightOf = (user: User) => near(user) - (user.is_bot ? lightest : 0)
  const named = byName.value.first(query, weightOf, limit, isWanted)
  if (query.trim() === '' || (named.length > 0 && !query.includes('@'))) return named
  const known = new Set(named)
  const addressed = byAddress.value.first(query, weightOf, limit, isWanted).filter((user) => !known.has(user))
  return [...named, ...addressed].slice(0, limit)
}

/** More than the heaviest weight. */
const lightest = 1e17

/** Weighs users by proximity: subscribers, recent senders in the topic or channel, direct message partners. */
function weigherFor(target: Target | undefined): (user: User) => number {
  const directs = new Map<number, number>()
  directConversations.value.slice(0, 200).forEach(({ conversation }, index) => {
    if (conversation.kind === 'direct')
      for (const id of conversation.userIds) directs.set(id, Math.max(directs.get(id) ?? 0, 200 - index))
  })
  if (target?.kind === 'direct') {
    const inside = new Set(target.userIds)
    return ({ user_id }) => (inside.has(user_id) ? 1_000 : 0) + (directs.get(user_id) ?? 0)
  }
  const here = target?.channelId === undefined ? undefined : channel(target.channelId)
  const subscribers = here && subscriberSet(here)
  const senders = here ? recentSenders(here.stream_id, target?.topic.trim() ?? '') : undefined
  return ({ user_id }) =>
    (subscribers?.has(user_id) ? 1e15 : 0) + (senders?.get(user_id) ?? 0) * 1_000 + (directs.get(user_id) ?? 0)
}

/** Mention syntax; includes the ID if the name isn't, or may not be, unique. */
export function mentionOf({ full_name, user_id }: User, silent: boolean): string {
  const isOneOfMany = isIncomplete.peek() || (namesakes.value.get(full_name.toLowerCase()) ?? 0) > 1
  return `@${silent ? '_' : ''}**${full_name}${isOneOfMany ? `|${user_id}` : ''}**`
}

function wildcards(query: string, target: Target | undefined): Choice[] {
  const typed = folded(query)
  const here = target?.kind === 'topic' && target.channelId !== undefined ? channel(target.channelId) : undefined
  const isForbidden = here && isTooManyToCall(here.subscriber_count)
  const everyone = channelWildcards
    .filter((name) => target?.kind !== 'direct' || name === 'all' || name === 'everyone')
    .find((name) => name.startsWith(typed))
  const sign = { sign: '📢' }
  return [
    ...(everyone && !isForbidden
      ? [
          {
            key: 'everybody',
            label: everyone,
            detail: here ? t.notifyChannel(here.subscriber_count) : t.notifyConversation,
            mark: sign,
            insert: `@**${everyone}**`,
          },
        ]
      : []),
    ...(topicWildcard.startsWith(typed) && target?.kind !== 'direct'
      ? [{ key: 'topic', label: topicWildcard, detail: t.notifyTopic, mark: sign, insert: `@**${topicWildcard}**` }]
      : []),
  ]
}

/** Suggestions for `@` mentions; silent ones don't notify. */
export function mentions(query: string, silent: boolean, target: Target | undefined, limit: number): Choice[] {
  const people = findPeople(query, target, limit).map(
    (user): Choice => ({
      key: `person ${user.user_id}`,
      label: user.full_name,
      detail: user.user_id === ownId.value ? t.you : (user.delivery_email ?? (user.is_bot ? t.bot : '')),
      mark: { person: user.user_id },
      insert: mentionOf(user, silent),
    }),
  )
  const named = groupIndex.value.find(query).filter(({ item }) => silent || canInGroup('mention', item))
  const chosen = best(named, (a, b) => a.fit - b.fit || byLetters(a, b), 4)
  const groupChoices = (query === '' ? [] : chosen).map(({ item, fit }): Choice & { fit: number } => ({
    key: `group ${item.id}`,
    label: item.name,
    detail: item.description || t.memberCount(item.members.length),
    mark: { sign: '👥' },
    insert: `@${silent ? '_' : ''}*${item.name}*`,
    fit,
  }))
  const first = groupChoices.filter(({ fit }) => fit === begins)
  const rest = groupChoices.filter(({ fit }) => fit !== begins)
  const everyone = silent ? [] : wildcards(query, target)
  // a group with this prefix outranks a user with the text elsewhere in their name
  const isStarted = folded(people[0]?.label ?? '').startsWith(folded(query))
  // pressing Enter too early must not mention everyone: people come before a wildcard that isn't typed in full
  const isWhole = everyone.some(({ label }) => label === folded(query))
  const ordered = isWhole ? [...everyone, ...people] : [...people.slice(0, limit - everyone.length), ...everyone]
  const all = isStarted ? [...ordered, ...first, ...rest] : [...first, ...ordered, ...rest]
  return all.slice(0, limit)
}

const groupIndex = computed(
  () =>
    new SearchIndex(
      (groups.value ?? []).filter(
        ({ is_system_group, deactivated, members, direct_subgroup_ids }) =>
          !is_system_group && !deactivated && members.length + direct_subgroup_ids.length > 0,
      ),
      ({ name }) => name,
    ),
)
