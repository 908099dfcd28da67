import type { UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { OrganizationSettings } from '../../../people/organization/settings.ts'
import { isWithModerators } from '../../../people/restrictions/rules.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { outsideLinksIn } from '../message-text.ts'
import type { Recipient } from '../recipient.ts'
import { topicExists } from '../store/messages.ts'
import * as errors from './errors.ts'
import { type Amounts, excessOf, isNewcomer } from './rules.ts'

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

interface Checked {
  readonly recipient: Recipient
  readonly topic: string
  /** The new text; undefined if only the topic is new. */
  readonly rendered?: Rendered
}

/** Throws if a new member's text and new topic have too many links, files, or mentions. */
export async function checkAmounts(mutation: Mutation, writerId: UserId, checked: Checked): Promise<void> {
  const { org } = mutation
  const limits = limitsOn(org, writerId)
  if (!limits || !isLimitedPlace(checked.recipient, writerId)) return
  const amounts = amountsIn(checked.rendered)
  const links = amounts.links + (await linksInNewTopic(mutation, checked))
  const excess = excessOf({ ...amounts, links }, limits)
  if (!excess) return
  const { rule, limit } = excess
  if (rule === 'files') throw errors.noFilesYet({ rule })
  const [none, tooMany] = { links: linkErrors, mentions: mentionErrors }[rule]
  throw limit === 0 ? none({ rule, limit }) : tooMany({ rule, limit }, { limit })
}

function amountsIn(rendered: Rendered | undefined): Amounts {
  if (!rendered) return { links: 0, files: 0, mentions: 0 }
  const { mentionedUserIds, mentionedGroupIds, channelWildcard, topicWildcard } = rendered
  return {
    links: rendered.outsideLinkCount,
    files: rendered.attachmentPaths.length,
    mentions: mentionedUserIds.size + mentionedGroupIds.size + Number(channelWildcard) + Number(topicWildcard),
  }
}

/** New members can post in a topic that someone else has named after a link. */
async function linksInNewTopic({ org, tx }: Mutation, { recipient, topic }: Checked): Promise<number> {
  const links = recipient.kind === 'channel' ? outsideLinksIn(org, topic) : 0
  if (recipient.kind !== 'channel' || links === 0) return 0
  return (await topicExists(tx, recipient.channel.conversationId, topic)) ? 0 : links
}

const linkErrors = [errors.noLinksYet, errors.tooManyLinks] as const
const mentionErrors = [errors.noMentionsYet, errors.tooManyMentions] as const
