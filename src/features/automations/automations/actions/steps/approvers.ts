import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canReadChannel } from '../../../../channels/channels/access.ts'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import { silent } from '../../../../messages/messages/actions/notices.ts'
import { holdersOf } from '../../../../people/groups/access/index.ts'
import { canMention } from '../../../../people/groups/access/permissions.ts'
import { groupsCache } from '../../../../people/groups/cache.ts'
import type { Account } from '../../../../people/users/account.ts'
import type { StoredApprove } from '../../steps/approve-input.ts'
import { textsIn } from '../../texts.ts'
import { accountsOf } from './places.ts'

export const approveButton = 'approve'
export const declineButton = 'decline'
/** Begins the line that says who can answer, in every language. */
export const waitingSign = '⏳'

type Approvers = Pick<StoredApprove, 'user_ids' | 'group_id'>

interface Requirements {
  /** The channel where the request is, which approvers have to be able to read. */
  readonly channel?: Channel | undefined
  /** An account that's being deactivated. */
  readonly without?: UserId
}

export function hasActiveApprover(
  org: Organization,
  { user_ids, group_id }: Approvers,
  { channel, without }: Requirements = {},
): boolean {
  const canAnswer = (id: UserId) => {
    const viewer = id === without ? undefined : org.viewer(id)
    if (!viewer || viewer.isBot) return false
    return !channel || canReadChannel(viewer, channel, org.get(subscribersCache).of(channel.id).has(id))
  }
  if (user_ids !== null) return user_ids.some(canAnswer)
  if (group_id === null) return true
  if (org.get(groupsCache).byId.get(group_id)?.deactivated !== false) return false
  return [...holdersOf(org, group_id)].some(canAnswer)
}

export const waitingLine = (text: string): string => `${waitingSign} ${text}`

const activeAccounts = (org: Organization, ids: readonly UserId[]): Account[] =>
  accountsOf(org, ids).filter(({ isActive }) => isActive)

/** Recipients of a request in a direct message. */
export const activeApproverIds = (org: Organization, { user_ids }: Approvers): UserId[] =>
  activeAccounts(org, user_ids ?? []).map(({ id }) => id)

/** The last line of a request that waits for an answer; notifies the approvers. */
export function requestStatus(
  org: Organization,
  bot: Viewer,
  step: Approvers & Pick<StoredApprove, 'is_direct'>,
): string {
  const texts = textsIn(org.language)
  const approvers = waitingFor(org, bot, step)
  return waitingLine(approvers === undefined ? texts.waitingForAnyone : texts.waitingFor(approvers))
}

/** Mentions the people or the group that can answer; undefined if everyone can. Direct messages notify anyway. */
export function waitingFor(
  org: Organization,
  bot: Viewer,
  { is_direct, user_ids, group_id }: Approvers & { readonly is_direct?: boolean },
): string | undefined {
  const list = new Intl.ListFormat(org.language, { type: 'disjunction' })
  if (user_ids !== null) {
    const names = activeAccounts(org, user_ids).map((account) =>
      is_direct ? silent(account) : `@**${account.fullName}|${account.id}**`,
    )
    return list.format(names)
  }
  const group = group_id === null ? undefined : org.get(groupsCache).byId.get(group_id)
  if (!group) return undefined
  const sign = canMention(org, bot, group) && !group.isSystem ? '@' : '@_'
  return `${sign}*${group.name}*`
}
