import { asChannelId, asUserId, badRequest, type ChannelId, invalidArgument, type UserId, z } from '#contract'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/channels/channel.ts'
import { topicError } from '../../channels/channels/topic-rules.ts'
import { settingsOf } from '../../people/organization/cache.ts'
import { visibilityOf } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { apiEmail } from '../../people/users/email-address.ts'
import { invalidUserId } from '../../people/users/errors.ts'
import { emptyTopicRefused, namedTopicRefused, noSuchRecipient } from './errors.ts'
import type { MessageFacts } from './wire.ts'

export { normalTopic } from '../../channels/channels/topics.ts'

/** A channel, or the people of a direct message including the sender, ordered by ID. */
export type Recipient = { kind: 'channel'; channel: Channel } | { kind: 'direct'; people: Account[] }

/** A channel by ID or name; clients send both in `to`. */
export function channelReference(to: unknown): ChannelId | string {
  const one = Array.isArray(to) && to.length === 1 ? to[0] : to
  if (typeof one === 'number' && Number.isSafeInteger(one)) return asChannelId(one)
  if (typeof one === 'string') return one
  throw invalidArgument({}, { name: 'to', reason: 'must be one channel, by id or name' })
}

const ids = z.array(z.int().brand<'user'>())

const emails = z.array(z.string())

/** The people of a direct message: IDs or email addresses, with or without the sender, in any order. */
export function peopleReferences(to: unknown): UserId[] | string[] {
  if (typeof to === 'number' && Number.isSafeInteger(to)) return [asUserId(to)]
  if (typeof to === 'string')
    return to
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const asIds = ids.safeParse(to)
  if (asIds.success) return asIds.data
  const asEmails = emails.safeParse(to)
  if (asEmails.success) return asEmails.data
  throw invalidArgument({}, { name: 'to', reason: 'must be a list of user IDs or email addresses' })
}

/** By the address shown in the API, case-insensitively: reveals nothing about hidden addresses. */
export function accountByEmail(org: Organization, email: string): Account | undefined {
  const people = org.get(peopleCache)
  const direct = people.withDeliveryEmail(email)
  if (direct && apiEmail(org, direct).toLowerCase() === email.toLowerCase()) return direct
  const madeUp = /^user(\d+)@/i.exec(email)
  const account = madeUp ? people.byId.get(asUserId(Number(madeUp[1]))) : undefined
  return account && apiEmail(org, account).toLowerCase() === email.toLowerCase() ? account : undefined
}

export function peopleOf(org: Organization, references: UserId[] | string[], sender: Account): Account[] {
  const people = org.get(peopleCache)
  const found = new Map<UserId, Account>()
  const knows = visibilityOf(org, sender)
  for (const reference of references) {
    const account = typeof reference === 'number' ? people.byId.get(reference) : accountByEmail(org, reference)
    if (!account || !knows(account.id))
      throw typeof reference === 'number'
        ? invalidUserId({}, { id: reference })
        : noSuchRecipient({}, { email: reference })
    found.set(account.id, account)
  }
  if (found.size === 0) throw badRequest('Message must have recipients')
  found.set(sender.id, sender)
  return [...found.values()].sort((a, b) => a.id - b.id)
}

/** Throws if the policy of the channel, or by default of the organization, doesn't allow the topic. */
export function checkTopicAllowed(org: Organization, channel: Channel, topic: string): void {
  const problem = topicError(topic, channel.topicsPolicy, settingsOf(org).topics_policy)
  if (problem) throw problem === 'needed' ? emptyTopicRefused() : namedTopicRefused()
}

export const displayRecipient = (org: Organization, recipient: Recipient): MessageFacts['display_recipient'] =>
  recipient.kind === 'channel'
    ? recipient.channel.name
    : recipient.people.map((account) => ({
        id: account.id,
        email: apiEmail(org, account),
        full_name: account.fullName,
        is_mirror_dummy: false,
      }))
