import { ApiError } from '#contract'
import { isForged, type ReadMail } from '#platform/received-mail'
import type { Host } from '#platform/serve'
import { canPost } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { replyDomain } from '../../../notifications/email-notifications/reply-address.ts'
import { type Addressee, checkNotFromRestricted } from '../access.ts'
import { saysNothing } from '../mail-message.ts'
import type { Outcome } from '../tally.ts'
import { trustedResult } from '../trusted-results.ts'

/** More hops mean a mail loop. */
const maxHops = 50

interface Rejection {
  readonly outcome: Outcome
  /** Dropped silently, because a bounce would continue the loop; otherwise refused. */
  readonly isDropped: boolean
}

const dropped = (outcome: Outcome): Rejection => ({ outcome, isDropped: true })
const refused = (outcome: Outcome): Rejection => ({ outcome, isDropped: false })

/** The reason to accept a mail for none of its recipients; undefined if it's acceptable. */
export function checkMail(
  host: Host,
  mail: ReadMail,
  sender: string,
  addressees: readonly Addressee[],
): Rejection | undefined {
  if (sender === '' || mail.automatic === 'bounce') return dropped('bounce')
  if (mail.automatic === 'reply') return dropped('automatic reply')
  const marks = addressees.flatMap((one) => (one.kind === 'ourselves' ? [] : [replyDomain(one.org)]))
  if (mail.hops > maxHops || mail.loopMarks.some((mark) => marks.includes(mark))) return dropped('loop')
  // a program's mail is fine in a channel, but isn't a person's reply
  if (mail.automatic === 'generated' && addressees.some(({ kind }) => kind === 'reply')) return dropped('generated')
  const found = trustedResult(host.config, mail)
  if (found && isForged(found)) return refused('forged')
  return undefined
}

/** The same for one recipient, with the text as extracted for them. */
export function checkFor(addressee: Addressee, mail: ReadMail, text: string): Rejection | undefined {
  if (addressee.kind === 'ourselves') return dropped('bounce')
  if (addressee.kind === 'reply')
    return saysNothing({ text, invitations: mail.invitations }, mail.files.length) ? refused('empty') : undefined
  const { org, channelId, senderId } = addressee
  const channel = org.get(channelsCache).byId.get(channelId)
  if (!channel || channel.isArchived) return refused('not permitted')
  if (isFromRestricted(org, channelId, mail)) return refused('not permitted')
  if (senderId === undefined) return undefined
  const viewer = org.viewer(senderId)
  const isSubscribed = membershipsOf(org, senderId).isSubscribed(channelId)
  return viewer && canPost(viewer, channel, isSubscribed) ? undefined : refused('not permitted')
}

function isFromRestricted(...asked: Parameters<typeof checkNotFromRestricted>): boolean {
  try {
    checkNotFromRestricted(...asked)
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}
