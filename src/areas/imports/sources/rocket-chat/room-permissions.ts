import { type Fields, isSet, textsIn } from '../../containers/fields.ts'
import type { ChannelRecord, Holders, MembershipRecord } from '../../records.ts'

/** Who looks after a room: its owners, and those who moderate it. */
export interface Caretakers {
  owners: string[]
  moderators: string[]
}

/** What a room's rules become: whoever owns it administers the channel, and where few may write, they do. */
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

/** Whether only those write in it who look after it, and those whom they let. */
export const isForFew = (room: Fields | undefined): boolean => isSet(room, 'ro') || isSet(room, 'broadcast')

const holders = (people: readonly string[]): Holders => ({ people: [...new Set(people)], groups: [], roles: [] })

/** The only ones who may write; undefined where everybody may. */
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
  // there is no rule for all but a few: those who were in it go on
  return members.map(({ person }) => person).filter((person) => !muted.has(person))
}
