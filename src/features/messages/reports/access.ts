import { isGuest, isModerator, type MessageId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { isFullMember } from '../../people/groups/access/index.ts'
import { restrictionsOn } from '../../people/restrictions/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { existingReadableMessages, type ReadableMessage } from '../messages/access/readable.ts'
import type { Reader } from '../messages/access/reader.ts'
import { couldRead, type HiddenMessage, hiddenAmong } from '../messages/hidden-messages/access.ts'
import { isNewcomer } from '../messages/newcomer-limits/rules.ts'
import * as store from './store.ts'

/** A person's messages that have a report the reader can read, except dismissed reports. */
export async function reportedAmong(
  tx: Tx,
  reader: Reader,
  authorId: UserId,
  ids: readonly MessageId[],
): Promise<ReadonlySet<MessageId>> {
  if (ids.length === 0 || !isModerator(reader.viewer)) return new Set()
  const rows = await store.about(tx, reader.org.id, authorId, ids)
  const notices = rows.flatMap(({ notice_id }) => notice_id ?? [])
  const readable = new Set((await existingReadableMessages(tx, reader, notices)).map(({ id }) => id))
  return new Set(
    rows.filter(({ notice_id }) => notice_id === null || readable.has(notice_id)).map(({ message_id }) => message_id),
  )
}

interface Seen {
  /** The message, if the reader can open it. */
  readonly message: ReadableMessage | undefined
  /** The message, if reports hid it. */
  readonly hidden: HiddenMessage | undefined
  /** Either of them if the reader can open it, or could if it weren't hidden. */
  readonly place: ReadableMessage | HiddenMessage | undefined
  readonly isReadable: boolean
}

/**
 * What a moderator can see of reports. Content and description need access to the message or to the notice in the channel
 * for moderation requests, unless a rule reported a message in a public channel.
 */
export async function seenBy(
  tx: Tx,
  reader: Reader,
  rows: readonly store.Stored[],
): Promise<(row: store.Stored) => Seen> {
  const ids = rows.map(({ message_id }) => message_id)
  const notices = rows.flatMap(({ notice_id }) => notice_id ?? [])
  const readable = await existingReadableMessages(tx, reader, [...ids, ...notices])
  const messages = new Map(readable.map((one) => [one.id, one]))
  const allHidden = await hiddenAmong(tx, reader.org.id, ids)
  return ({ message_id, notice_id, was_public }) => {
    const message = messages.get(message_id)
    const hidden = allHidden.get(message_id)
    const place = message ?? (hidden && couldRead(reader, hidden) ? hidden : undefined)
    const isReadable = place !== undefined || (notice_id !== null && messages.has(notice_id)) || was_public
    return { message, hidden, place, isReadable }
  }
}

/** Whether someone's report counts towards hiding a message: that of a full member or moderator who isn't restricted. */
export function countsToHide(org: Organization, reporterId: UserId, authorId: UserId): boolean {
  const people = org.get(peopleCache)
  const reporter = people.byId.get(reporterId)
  const author = people.byId.get(authorId)
  return (
    reporter?.isActive === true &&
    reporter.botType === null &&
    !isGuest(reporter) &&
    !isNewcomer(reporter, isFullMember(org, reporter)) &&
    restrictionsOn(org, reporterId).length === 0 &&
    reporterId !== authorId &&
    reporterId !== author?.botOwnerId
  )
}
