import type { UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { OrganizationSettings } from '../../../people/organization/settings.ts'
import { isWithModerators } from '../../../people/restrictions/rules.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Recipient } from '../recipient.ts'
import * as errors from './errors.ts'
import { excessOf, isNewcomer } from './rules.ts'

/** The settings if limits for new members apply to an account; a bot counts as its owner. */
export function limitsOn(org: Organization, userId: UserId): OrganizationSettings | undefined {
  const settings = settingsOf(org)
  // perf: everyone is a full member in most organizations
  if (settings.waiting_period_threshold === 0) return undefined
  const people = org.get(peopleCache)
  const account = people.byId.get(userId)
  const person = account && account.botType !== null ? people.ownerOf(account) : account
  return person && isNewcomer(person, isFullMember(org, person)) ? settings : undefined
}

/** New members can always write to moderators, and to themselves. */
export const isLimitedPlace = (recipient: Recipient, writerId: UserId): boolean =>
  recipient.kind === 'channel' ||
  !isWithModerators(
    recipient.people.flatMap(({ id, role, botType }) => (id === writerId ? [] : [{ role, isBot: botType !== null }])),
  )

/** Throws if a new member's text has too many links, files, or mentions. */
export function checkAmounts(org: Organization, writerId: UserId, recipient: Recipient, rendered: Rendered): void {
  const limits = limitsOn(org, writerId)
  if (!limits || !isLimitedPlace(recipient, writerId)) return
  const { mentionedUserIds, mentionedGroupIds, channelWildcard, topicWildcard } = rendered
  const excess = excessOf(
    {
      links: rendered.outsideLinkCount,
      files: rendered.attachmentPaths.length,
      mentions: mentionedUserIds.size + mentionedGroupIds.size + Number(channelWildcard) + Number(topicWildcard),
    },
    limits,
  )
  if (!excess) return
  const { rule, limit } = excess
  if (rule === 'files') throw errors.noFilesYet({ rule })
  const [none, tooMany] = { links: linkErrors, mentions: mentionErrors }[rule]
  throw limit === 0 ? none({ rule, limit }) : tooMany({ rule, limit }, { limit })
}

const linkErrors = [errors.noLinksYet, errors.tooManyLinks] as const
const mentionErrors = [errors.noMentionsYet, errors.tooManyMentions] as const
