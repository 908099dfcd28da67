import { asChannelId, asUserId, type UserId } from '#contract'
import { visibleChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { noSuchChannelId } from '../../../channels/channels/errors.ts'
import { emptyTopicDisplayName } from '../../../people/organization/register-constants.ts'
import { visibilityOf } from '../../../people/users/access/visibility.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Reader } from '../access/reader.ts'
import { accountByEmail } from '../recipient.ts'
import { bad, peopleOperand, type Term, textOperand } from './terms.ts'

/** By ID or name; digits in a string are a name first. Channels that the reader can't see are unknown. */
export function channelOperand(reader: Reader, term: Term): Channel {
  const { org, viewer, subscriptions } = reader
  const text = textOperand(term)
  const isId = typeof term.operand === 'number'
  const byName = isId ? undefined : org.get(channelsCache).named(text)
  const id = byName?.id ?? (/^\d{1,15}$/.test(text) ? asChannelId(Number(text)) : undefined)
  try {
    if (id !== undefined) return visibleChannel(org, viewer, subscriptions, id, noSuchChannelId)
  } catch {}
  throw bad('unknown channel')
}

/** The empty topic can be written as `''` or by its display names. */
export function topicOperand(term: Term): string {
  const topic = textOperand(term).trim()
  return topic === '(no topic)' || topic === emptyTopicDisplayName ? '' : topic
}

/** IDs of the operand's users; `me` is the reader. */
export function userOperands(reader: Reader, term: Term): UserId[] {
  const sees = visibilityOf(reader.org, reader.viewer)
  return peopleOperand(term).map((one) => {
    if (one === 'me') return reader.viewer.id
    const byId = typeof one === 'number' || /^\d{1,15}$/.test(one) ? asUserId(Number(one)) : undefined
    const account =
      byId === undefined ? accountByEmail(reader.org, one as string) : reader.org.get(peopleCache).byId.get(byId)
    if (!account || !sees(account.id)) throw bad('unknown user')
    return account.id
  })
}

export function userOperand(reader: Reader, term: Term): UserId {
  const ids = userOperands(reader, term)
  if (ids.length !== 1) throw bad(`'${term.operator}' needs one user`)
  return ids[0] as UserId
}
