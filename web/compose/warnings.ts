import { computed } from '@preact/signals'
import { channelWildcards } from '#contract'
import { isCrowd } from '../../src/features/messages/messages/send-rules.ts'
import { resolvedPrefix } from '../narrow/narrow.ts'
import type { Target } from '../narrow/target.ts'
import { lockOfTarget } from '../permissions/own-locks.ts'
import { bannedForNewcomerIn } from '../permissions/own-newcomer.ts'
import { canResolve } from '../permissions/topic-rights.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { groups, peopleOfGroup } from '../store/groups.ts'
import { ownId, people, person } from '../store/people.ts'
import { t } from '../texts/writing.ts'
import { isTooManyToCall } from './posting.ts'
import { subscriberSet } from './subscriber-set.ts'
import { withoutCode } from './text/code.ts'

export interface Warning {
  readonly key: string
  readonly text: string
  /** `asks`: sending needs confirmation; `stops`: the server would reject it. */
  readonly weight: 'tells' | 'asks' | 'stops'
  /** Users who could be subscribed so that they can read it. */
  readonly subscribe?: { readonly channelId: number; readonly userIds: readonly number[] }
  /** A topic that could be reopened first. */
  readonly unresolve?: { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
}

const byName = computed(() => {
  const found = new Map<string, number>()
  for (const [id, { full_name }] of people.value) found.set(full_name.toLowerCase(), id)
  return found
})

const wildcard = new RegExp(`@\\*\\*(${channelWildcards.join('|')})\\*\\*`)

/** Users a text mentions, not silently. */
function namedPeople(text: string): number[] {
  const ids = [...text.matchAll(/@\*\*([^*\n]+?)(?:\|(\d+))?\*\*/g)].map(([, name = '', id]) =>
    id === undefined ? byName.value.get(name.toLowerCase()) : Number(id),
  )
  return [...new Set(ids.filter((id) => id !== undefined))]
}

export function warningsFor(target: Target, written: string): readonly Warning[] {
  const text = withoutCode(written)
  if (target.kind === 'direct') return [...newcomerWarnings(target, text), ...directWarnings(target.userIds)]
  const one = target.channelId === undefined ? undefined : channel(target.channelId)
  if (!one) return []
  const found = newcomerWarnings(target, text)
  if (wildcard.test(text) && isCrowd(one.subscriber_count))
    found.push(
      isTooManyToCall(one.subscriber_count)
        ? { key: 'wildcard', text: t.cannotMentionAll, weight: 'stops' }
        : { key: 'wildcard', text: t.warnEveryone(one.subscriber_count, one.name), weight: 'asks' },
    )
  if (!isSubscribed(one.stream_id)) found.push({ key: 'own', text: t.warnNotSubscribed(one.name), weight: 'tells' })
  if (lockOfTarget(target)) found.push({ key: 'locked', text: t.warnLocked, weight: 'tells' })
  if (target.topic.startsWith(resolvedPrefix))
    found.push({
      key: 'resolved',
      text: t.warnResolved,
      weight: 'tells',
      ...(canResolve(one.stream_id, target.topic)
        ? { unresolve: { kind: 'topic', channelId: one.stream_id, topic: target.topic } }
        : {}),
    })
  const subscribers = one.subscribers ? subscriberSet(one) : undefined
  if (subscribers) {
    const outside = namedPeople(text).filter((id) => !subscribers.has(id) && !person(id)?.is_bot && id !== ownId.value)
    if (outside.length > 0)
      found.push({
        key: `outside ${outside.join()}`,
        text: t.warnOutside(outside.map((id) => person(id)?.full_name ?? '')),
        weight: 'tells',
        subscribe: { channelId: one.stream_id, userIds: outside },
      })
    for (const [, name] of text.matchAll(/@\*([^*\n]+)\*(?!\*)/g)) {
      const group = (groups.value ?? []).find((each) => each.name === name)
      if (group && !peopleOfGroup(group.id).some((id) => subscribers.has(id)))
        found.push({ key: `group ${group.id}`, text: t.warnGroupOutside(group.name), weight: 'tells' })
    }
  }
  return found
}

const signs = { links: /https?:\/\//i, files: /\/user_uploads\//, mentions: /@\*/ } as const

const realmUrl = part<string | undefined>('realm_url')
/** Links to this organization aren't limited. */
const withoutOwnUrls = (text: string): string => (realmUrl.value ? text.replaceAll(realmUrl.value, '') : text)

/** Sending isn't prevented: only the server knows for sure what the text contains. */
const newcomerWarnings = (target: Target, text: string): Warning[] =>
  bannedForNewcomerIn(target)
    .filter((what) => signs[what].test(what === 'links' ? withoutOwnUrls(text) : text))
    .map((what) => ({ key: `newcomer ${what}`, text: t.newcomer[what], weight: 'tells' }))

const warnsOfGuests = part<boolean | undefined>('realm_enable_guest_user_dm_warning')

function directWarnings(userIds: readonly number[]): Warning[] {
  if (warnsOfGuests.value === false) return []
  const guests = userIds.map(person).filter((one) => one?.is_guest)
  if (guests.length === 0) return []
  return [{ key: 'guests', text: t.warnGuests(guests.map((one) => one?.full_name ?? '')), weight: 'tells' }]
}
