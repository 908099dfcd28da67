import { dayMs } from '#contract'
import { isNewcomer } from '../../src/features/messages/messages/newcomer-limits/rules.ts'
import { isFullMemberAt } from '../../src/features/people/groups/rules.ts'
import type { Target } from '../narrow/target.ts'
import { clockFor } from '../store/clock.ts'
import { part } from '../store/connection.ts'
import { ownId, person } from '../store/people.ts'
import { isToModerators } from './own-restrictions.ts'

// an older server doesn't send these
const waitingDays = part<number | undefined>('realm_waiting_period_threshold')
const messages = part<number | undefined>('realm_full_member_messages')
const messagesSince = part<number | undefined>('realm_full_member_messages_since')
const links = part<number | null | undefined>('realm_newcomer_links_per_message')
const files = part<boolean | undefined>('realm_newcomer_files_allowed')
const mentions = part<number | null | undefined>('realm_newcomer_mentions_per_message')

export const ownJoinedAtMs = (): number => Date.parse(person(ownId.value)?.date_joined ?? '')
const nowMs = clockFor(() => [ownJoinedAtMs() + (waitingDays.value ?? 0) * dayMs])

export const isOwnFullMember = (): boolean =>
  isFullMemberAt(
    {
      joinedAtMs: ownJoinedAtMs(),
      isWelcomed: person(ownId.value)?.is_welcomed === true,
      hasPostedEnough: person(ownId.value)?.has_posted_enough === true,
    },
    {
      waiting_period_threshold: waitingDays.value ?? 0,
      full_member_messages: messages.value ?? 0,
      full_member_messages_since: messagesSince.value ?? 0,
    },
    nowMs.value,
  )

function isNew(): boolean {
  const one = person(ownId.value)
  return one !== undefined && isNewcomer(one, isOwnFullMember())
}

/** What the user can't post there because they're new. */
export function bannedForNewcomerIn(target: Target): readonly ('links' | 'files' | 'mentions')[] {
  const banned = [
    ...(links.value === 0 ? (['links'] as const) : []),
    ...(files.value === false ? (['files'] as const) : []),
    ...(mentions.value === 0 ? (['mentions'] as const) : []),
  ]
  if (banned.length === 0 || !isNew()) return []
  return target.kind === 'direct' && isToModerators(target.userIds) ? [] : banned
}
