import { dayMs } from '#contract'
import { type Actor, allOf, anyOf, notByGuests, permission, type Rule, unless } from '../organization/rules.ts'

export interface GroupFacts extends Actor {
  readonly group: { readonly isSystem: boolean }
}
type GroupRule = Rule<GroupFacts>

const ofGroup = (name: string): GroupRule => permission('group', name)
/** Members of system groups follow from roles. */
const made: GroupRule = unless(({ group }) => group.isSystem, 'systemGroup')

/** All changes of a group; guests can make none. */
const manage: GroupRule = allOf(
  made,
  notByGuests,
  anyOf<GroupFacts>(permission('realm', 'can_manage_all_groups'), ofGroup('can_manage_group')),
)
const or = (wider: GroupRule, name: string): GroupRule => anyOf(wider, allOf(made, ofGroup(name)))
const addMembers = or(manage, 'can_add_members_group')
const removeMembers = or(manage, 'can_remove_members_group')

export const groupRules = {
  mention: ofGroup('can_mention_group'),
  join: or(addMembers, 'can_join_group'),
  leave: or(removeMembers, 'can_leave_group'),
  addMembers,
  removeMembers,
  manage,
} as const satisfies Record<string, GroupRule>
export type GroupPermission = keyof typeof groupRules

interface Joined {
  readonly joinedAtMs: number
  /** A moderator made the person a full member. */
  readonly isWelcomed: boolean
  readonly hasPostedEnough: boolean
}

/** What organizations require of full members: their settings, as in the register response. */
export interface FullMemberSettings {
  readonly waiting_period_threshold: number
  readonly full_member_messages: number
  readonly full_member_messages_since: number
}

export const isPastWaitingPeriod = (
  { joinedAtMs }: Pick<Joined, 'joinedAtMs'>,
  { waiting_period_threshold }: Pick<FullMemberSettings, 'waiting_period_threshold'>,
  nowMs: number,
): boolean => nowMs - joinedAtMs >= waiting_period_threshold * dayMs

/** Whether someone has to post messages to become a full member. Without a waiting period, everyone is a full member. */
export const needsMessages = (
  { joinedAtMs, hasPostedEnough }: Omit<Joined, 'isWelcomed'>,
  { waiting_period_threshold, full_member_messages, full_member_messages_since }: FullMemberSettings,
): boolean =>
  waiting_period_threshold > 0 &&
  full_member_messages > 0 &&
  joinedAtMs >= full_member_messages_since * 1_000 &&
  !hasPostedEnough

/** Whether someone is a full member: they've been here for long enough and posted enough, or a moderator decided so. */
export const isFullMemberAt = (person: Joined, settings: FullMemberSettings, nowMs: number): boolean =>
  person.isWelcomed || (isPastWaitingPeriod(person, settings, nowMs) && !needsMessages(person, settings))
