import { isModerator, type MessageId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation, Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Recipient } from '../recipient.ts'
import { topicExists } from '../store/messages.ts'
import { moderationRulesCache } from './cache.ts'
import { refusedBy } from './errors.ts'
import { isTooMuch } from './frequency.ts'
import { Inspection } from './inspection.ts'
import type * as store from './store.ts'
import type { RuleTarget } from './wire.ts'

type Author = Pick<Account, 'role' | 'botType' | 'botOwnerId' | 'joinedAt' | 'isWelcomed'>

/** A new message or an edit, before it's stored. */
interface Checked {
  readonly sender: Author & Pick<Account, 'id'>
  readonly recipient: Recipient
  readonly topic: string
  /** Undefined if only the topic changes. */
  readonly text?: { readonly content: string; readonly html: string }
  /** The message being edited. */
  readonly edited?: MessageId
}

/** A message that someone sends. */
export interface Posted {
  readonly sender: Account
  readonly recipient: Recipient
  readonly topic: string
  readonly content: string
  readonly rendered: Pick<Rendered, 'html'>
}

export const textOf = ({ sender, recipient, topic, content, rendered: { html } }: Posted): Checked => ({
  sender,
  recipient,
  topic,
  text: { content, html },
})

/** Whether rules for these people apply to an author. A bot counts as its owner; bots without owners are exempt. */
export function isTarget(
  org: Organization,
  target: RuleTarget,
  author: Author,
  isFull: (person: Author) => boolean,
): boolean {
  const person = author.botType === null ? author : org.get(peopleCache).ownerOf(author)
  return person !== undefined && !isModerator(person) && (target === 'members' || !isFull(person))
}

export const isInChannels = (
  { channel_ids }: Pick<store.Stored, 'channel_ids'>,
  { id }: Pick<Channel, 'id'>,
): boolean => channel_ids === null || channel_ids.includes(id)

/** The rules that apply to an author in a channel. perf: most organizations have none. */
export function rulesFor(org: Organization, author: Author, recipient: Recipient): readonly store.Stored[] {
  const { enabled } = org.get(moderationRulesCache).current
  if (enabled.length === 0 || recipient.kind !== 'channel') return []
  const { channel } = recipient
  const isFull = (one: Author) => isFullMember(org, one)
  return enabled.filter((rule) => isTarget(org, rule.applies_to, author, isFull) && isInChannels(rule, channel))
}

export const realmUrlOf = (org: Organization): string =>
  org.services.organizationUrl(org.get(organizationCache).subdomain)

/** Private channels are excluded because moderators can't always read them. */
export const canHoldIn = (mutation: Mutation, { action }: store.Stored, { id }: Channel): boolean =>
  action === 'hold' && mutation.get(channelsCache).byId.get(id)?.isPrivate === false

/** The first rule that a message breaks. Rules that refuse messages come before rules that hold them. */
export async function brokenRule(mutation: Mutation, checked: Checked): Promise<store.Stored | undefined> {
  const { org } = mutation
  const rules = rulesFor(org, checked.sender, checked.recipient)
  if (rules.length === 0 || checked.recipient.kind !== 'channel') return undefined
  const { current } = org.get(moderationRulesCache)
  const { channel } = checked.recipient
  const content = checked.text && new Inspection(current, realmUrlOf(org), checked.text)
  const topic = Inspection.ofTopic(current, realmUrlOf(org), checked.topic)
  for (const rule of rules) {
    const { condition } = rule
    const isBroken =
      condition.kind === 'repeats' || condition.kind === 'flood'
        ? checked.text !== undefined &&
          (await isTooMuch(mutation, { ...checked, channel, content: checked.text.content }, rule, condition))
        : content?.matches(rule.id, condition) ||
          // an existing topic may have been named by someone else
          (topic.matches(rule.id, condition) &&
            !(await topicExists(mutation.tx, channel.conversationId, checked.topic)))
    if (isBroken) return rule
  }
  return undefined
}

/** Throws if a message breaks a rule, for messages that can't be held. */
export async function checkRules(mutation: Mutation, checked: Checked): Promise<void> {
  const rule = await brokenRule(mutation, checked)
  if (rule) throw refusedBy(rule)
}
