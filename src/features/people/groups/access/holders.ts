import type { GroupSettingValue, UserId } from '#contract'
import { botTypes } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../../organization/cache.ts'
import { type Account, languageOfAccount } from '../../users/account.ts'
import { peopleCache } from '../../users/cache.ts'
import { groupsCache } from '../cache.ts'
import { roleGroupName } from '../group.ts'
import { type FullMemberSettings, isFullMemberAt } from '../rules.ts'
import { resolveGroupSetting } from '../setting-values.ts'

type MembershipFacts = Pick<Account, 'joinedAt' | 'isWelcomed' | 'hasPostedEnough'>

/** Returns a predicate for full members. */
export function fullMembership(org: Organization): (account: MembershipFacts) => boolean {
  return fullMembershipAt(settingsOf(org), org.now())
}

export const fullMembershipAt =
  (settings: FullMemberSettings, time: Date) =>
  ({ joinedAt, isWelcomed, hasPostedEnough }: MembershipFacts): boolean =>
    isFullMemberAt({ joinedAtMs: joinedAt.getTime(), isWelcomed, hasPostedEnough }, settings, time.getTime())

export const isFullMember = (org: Organization, account: MembershipFacts): boolean => fullMembership(org)(account)

export function holdersOf(org: Organization, value: GroupSettingValue): Set<UserId> {
  const { direct_members, direct_subgroups } = resolveGroupSetting(org, value)
  const holders = new Set(direct_members)
  const groups = org.get(groupsCache)
  const people = org.get(peopleCache)
  const roleGroups = new Set<string>()
  const isFull = fullMembership(org)
  for (const id of direct_subgroups) {
    for (const inner of groups.within(id)) {
      const group = groups.byId.get(inner)
      if (group?.isSystem) roleGroups.add(group.name)
      for (const member of group?.members ?? []) if (people.byId.get(member)?.isActive) holders.add(member)
    }
  }
  if (roleGroups.size > 0) {
    for (const account of people.byId.values()) {
      if (!account.isActive || account.isSystemBot || holders.has(account.id)) continue
      const { role } = account
      if (roleGroups.has(roleGroupName({ role, isFullMember: isFull(account) }))) holders.add(account.id)
    }
  }
  return holders
}

/** The account's permissions; undefined for system bots, which only the server acts as. */
export function viewerOf(org: Organization, userId: UserId): Viewer | undefined {
  const account = org.get(peopleCache).byId.get(userId)
  if (!account?.isActive) return undefined
  const { id, role, botType } = account
  const isBot = botType !== null
  const groupIds = org.get(groupsCache).of({ id, role, isFullMember: isFullMember(org, account) })
  const onlySends = botType === botTypes.incomingWebhook
  return { id, orgId: org.id, role, isBot, onlySends, groupIds, language: languageOfAccount(account) }
}
