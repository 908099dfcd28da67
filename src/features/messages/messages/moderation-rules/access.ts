import { type ApiError, botTypes, isModerator, type MessageId } from '#contract'
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
import { isTooFrequent, repeatKey } from './frequency.ts'
import { Inspection } from './inspection.ts'
import { memoized } from './memoized.ts'
import { restrictAuthor } from './restriction.ts'
import { ruleReported } from './rule-report.ts'
import type * as store from './store.ts'
import type { ReportingRule, RuleTarget } from './wire.ts'

type Author = Pick<Account, 'role' | 'botType' | 'botOwnerId' | 'joinedAt' | 'isWelcomed' | 'hasPostedEnough'>

/** A new message or an edit, before it's stored. */
interface CheckedMessage {
  readonly sender: Author & Pick<Account, 'id'>
  readonly recipient: Recipient
  readonly topic: string
  /** Undefined if only the topic changes. */
  readonly text?: { readonly content: string; readonly html: string }
  /** The message that changes: a rule that reports messages reports this one. */
  readonly editedId?: MessageId
  /** Anyone could claim to be the sender, so no rule restricts them. */
  readonly isForgeable?: boolean
  /** Set if different people post with this account, so how often it posts says nothing about the author. */
  readonly isSharedAccount?: true
}

/** A message that someone sends. */
export interface Posted {
  readonly sender: Account
  readonly recipient: Recipient
  readonly topic: string
  readonly content: string
  readonly rendered: Pick<Rendered, 'html'>
}

export const checkedMessage = ({ sender, recipient, topic, content, rendered: { html } }: Posted): CheckedMessage => ({
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
  const isFull = (author: Author) => isFullMember(org, author)
  return enabled.filter((rule) => isTarget(org, rule.applies_to, author, isFull) && isInChannels(rule, channel))
}

export const realmUrlOf = (org: Organization): string =>
  org.services.organizationUrl(org.get(organizationCache).subdomain)

/** Private channels are excluded because moderators can't always read them. */
export const canHoldIn = (mutation: Mutation, { action }: store.Stored, { id }: Channel): boolean =>
  action === 'hold' && mutation.get(channelsCache).byId.get(id)?.isPrivate === false

/** The first rule that a message breaks, by the precedence of their actions. */
export async function brokenRule(mutation: Mutation, message: CheckedMessage): Promise<store.Stored | undefined> {
  const { org } = mutation
  const rules = rulesFor(org, message.sender, message.recipient)
  if (rules.length === 0 || message.recipient.kind !== 'channel') return undefined
  const { current } = org.get(moderationRulesCache)
  const { channel } = message.recipient
  const content = message.text && new Inspection(current, realmUrlOf(org), message.text)
  const topic = Inspection.ofTopic(current, realmUrlOf(org), message.topic)
  const posting = message.text &&
    !message.isSharedAccount && { ...message, channel, content: message.text.content, keyOf: memoized(repeatKey) }
  let isNew: boolean | undefined
  // an existing topic may have been named by someone else
  const isNewTopic = async () => {
    isNew ??= !(await topicExists(mutation.tx, channel.conversationId, message.topic))
    return isNew
  }
  for (const rule of rules) {
    const { condition } = rule
    const isBroken =
      condition.kind === 'repeats' || condition.kind === 'flood'
        ? posting && (await isTooFrequent(mutation, posting, rule, condition))
        : content?.matches(rule.id, condition) || (topic.matches(rule.id, condition) && (await isNewTopic()))
    if (isBroken) return rule
  }
  return undefined
}

/** The error to throw for a rule that a message breaks. If the rule restricts authors, the sender is restricted afterwards. */
export function refusal(
  mutation: Mutation,
  { sender, isForgeable = false }: Pick<CheckedMessage, 'sender' | 'isForgeable'>,
  rule: store.Stored,
): ApiError {
  const error = refusedBy(rule)
  // what incoming webhooks post was written by people in other services
  const isOwnText = !isForgeable && sender.botType !== botTypes.incomingWebhook
  // not now: refusing the message rolls back this transaction
  if (rule.action === 'restrict' && isOwnText) mutation.afterRefusal((later) => restrictAuthor(later, sender.id, rule))
  return error
}

/**
 * Throws if a message breaks a rule that refuses it, or would hold it. If the message breaks a rule that reports it, the
 * rule is returned; the caller reports new messages after sending them.
 */
export async function checkRules(mutation: Mutation, message: CheckedMessage): Promise<store.Stored | undefined> {
  const rule = await brokenRule(mutation, message)
  if (!rule) return undefined
  if (rule.action !== 'report') throw refusal(mutation, message, rule)
  if (message.editedId !== undefined) await report(mutation, rule, message, message.editedId)
  return rule
}

/** Reports a message that shows what someone else entered, if a rule reports such texts. Others were checked when it was entered. */
export async function reportShownText(mutation: Mutation, entered: CheckedMessage, shownIn: MessageId): Promise<void> {
  const rule = await brokenRule(mutation, entered)
  if (rule?.action === 'report') await report(mutation, rule, entered, shownIn)
}

function report(
  mutation: Mutation,
  { name }: ReportingRule,
  { sender, recipient, text, topic }: CheckedMessage,
  messageId: MessageId,
): Promise<void> {
  return ruleReported(mutation, {
    ruleName: name,
    messageId,
    isPublic: recipient.kind === 'channel' && !recipient.channel.isPrivate,
    author: sender,
    content: text?.content ?? topic,
  })
}
