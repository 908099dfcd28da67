import { type Fields, isSet, textsIn } from '../../containers/fields.ts'
import type { ChannelRecord, Holders, MembershipRecord } from '../../records.ts'

export interface Caretakers {
  owners: string[]
  moderators: string[]
}

/** Owners administer the channel, and a read-only room stays restricted. */
export function permissionsIn(
  room: Fields,
  members: readonly MembershipRecord[],
  caretakers: Caretakers | undefined,
  idOf: (name: string) => string | undefined,
): NonNullable<ChannelRecord['permissions']> {
  const { owners = [], moderators = [] } = caretakers ?? {}
  const posting = postingIn(room, members, [...owners, ...moderators], idOf)
  return {
    ...(caretakers ? { can_administer_channel_group: holders(owners) } : {}),
    ...(posting ? { can_send_message_group: holders(posting) } : {}),
  }
}

export const isForFew = (room: Fields | undefined): boolean => isSet(room, 'ro') || isSet(room, 'broadcast')

const holders = (people: readonly string[]): Holders => ({ people: [...new Set(people)], groups: [], roles: [] })

/** Undefined if everyone can post. */
function postingIn(
  room: Fields,
  members: readonly MembershipRecord[],
  caretakers: readonly string[],
  idOf: (name: string) => string | undefined,
): string[] | undefined {
  const named = (name: string) => textsIn(room, name).flatMap((one) => idOf(one) ?? [])
  if (isForFew(room)) return [...caretakers, ...named('unmuted')]
  const muted = new Set(named('muted'))
  if (muted.size === 0) return undefined
  // no permission excludes single people, so list everyone else
  return members.map(({ person }) => person).filter((person) => !muted.has(person))
}
