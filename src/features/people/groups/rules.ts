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
}

/** Whether someone is a full member: the waiting period is over, or a moderator ended it. */
export const isFullMemberAt = ({ joinedAtMs, isWelcomed }: Joined, waitingDays: number, nowMs: number): boolean =>
  isWelcomed || nowMs - joinedAtMs >= waitingDays * dayMs
