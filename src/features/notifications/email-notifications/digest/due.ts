import { dayMs, type MessageId, type UserId } from '#contract'
import { isAddress, sendMails } from '#platform/mail'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { secretOf } from '../../../messages/attachments/temporary-links.ts'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { composeContext } from '../../../messages/messages/actions/compose.ts'
import type { ConversationOut } from '../../../messages/messages/catch-up/api.ts'
import { catchUp } from '../../../messages/messages/catch-up/serialize.ts'
import { isClosed } from '../../../people/organization/actions.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { presenceCache } from '../../../people/presence/actions.ts'
import { quietTimesCache } from '../../../people/quiet-times/cache.ts'
import { instantOf, localDay, weekdayOf } from '../../../people/quiet-times/local-time.ts'
import { personal } from '../../../people/user-settings/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { unsubscribeUrl } from '../unsubscribe-key.ts'
import { composeDigestMail } from './mail.ts'
import * as store from './store.ts'

/** In the user's time zone. */
const hour = 8
/** Users active within these hours haven't missed anything yet. */
const awayHours = { weekly: 72, daily: 24 }
const maxPerReason = 5
/** Older messages were in an earlier digest. */
const longestUntoldMs = 15 * dayMs

export const digestMails: Repeated = {
  name: 'digest mails',
  everySecs: 900,
  run: (org, { now }) => mailDigests(org, now()),
  wakes: (org, { now }) => nextDigest(org, now()),
}

async function mailDigests(org: Organization, now: Date): Promise<void> {
  if (!org.services.sendsMail || isClosed(org) || !settingsOf(org).digest_emails_enabled) return
  const wanting = org
    .get(peopleCache)
    .all()
    .filter((account) => isWanted(org, account, now))
  if (wanting.length === 0) return
  const secret = await secretOf(org)
  const last = await org.db.read((tx) => store.lastDigests(tx, org.id))
  for (const account of wanting) {
    const day = localDay(account.timezone, now.getTime())
    const before = last.get(account.id)
    if (before && before.day >= day) continue
    const conversations = await missedInChannels(org, account.id)
    const newest = Math.max(0, ...conversations.map(({ newest_message_id }) => newest_message_id)) as MessageId
    // skip if there's nothing newer than the last digest
    if (newest <= (before?.message_id ?? 0)) continue
    const mail = composeDigestMail(org, account, conversations, unsubscribeUrl(org, secret, account.id, 'digest'))
    await org.transact(null, async (mutation) => {
      const isMine = await store.claim(mutation.tx, org.id, { user_id: account.id, day, message_id: newest })
      if (isMine) await sendMails(mutation, [{ ...mail, key: `weekly digest ${account.id} ${day}` }])
    })
  }
}

/** The next time a digest may be due; null if there is nothing to send. */
async function nextDigest(org: Organization, now: Date): Promise<Date | null> {
  if (!org.services.sendsMail || isClosed(org) || !settingsOf(org).digest_emails_enabled) return null
  const newest = await org.db.read((tx) => store.lastSentAt(tx, org.id))
  if (!newest || now.getTime() - newest.getTime() > longestUntoldMs) return null
  const times = org
    .get(peopleCache)
    .all()
    .flatMap((account) => (getsDigests(account) ? (nextTime(org, account, now) ?? []) : []))
  return times.length > 0 ? new Date(times.reduce((a, b) => Math.min(a, b))) : null
}

function nextTime(org: Organization, account: Account, now: Date): number | undefined {
  const zone = account.timezone
  const isDaily = personal(account, 'enable_daily_digest_emails')
  const today = localDay(zone, now.getTime())
  const quiet = org.get(quietTimesCache).until(account, now)?.getTime() ?? 0
  for (let day = today; day <= today + 7; day++) {
    if (!isDaily && weekdayOf(day) !== settingsOf(org).digest_weekday + 1) continue
    const time = Math.max(instantOf(zone, day, hour * 60), lastHere(org, account) + awayMs(isDaily), quiet)
    if (time > now.getTime() && localDay(zone, time) === day) return time
  }
  return undefined
}

const getsDigests = (account: Account): boolean =>
  account.isActive &&
  account.botType === null &&
  isAddress(account.deliveryEmail) &&
  personal(account, 'enable_digest_emails')

const awayMs = (isDaily: boolean): number => awayHours[isDaily ? 'daily' : 'weekly'] * 3_600_000

const lastHere = (org: Organization, account: Account): number =>
  Math.max((org.get(presenceCache).get(account.id)?.active ?? 0) * 1000, account.joinedAt.getTime())

/** True if a digest is due today, whether there is something to send or not. */
function isWanted(org: Organization, account: Account, now: Date): boolean {
  if (!getsDigests(account)) return false
  const [time, zone] = [now.getTime(), account.timezone]
  const day = localDay(zone, time)
  if (time < instantOf(zone, day, hour * 60)) return false
  const isDaily = personal(account, 'enable_daily_digest_emails')
  if (!isDaily && weekdayOf(day) !== settingsOf(org).digest_weekday + 1) return false
  if (time - lastHere(org, account) < awayMs(isDaily)) return false
  return org.get(quietTimesCache).until(account, now) === null
}

/** The channel conversations of the catch-up page, without notices of the server. */
async function missedInChannels(org: Organization, userId: UserId): Promise<ConversationOut[]> {
  const viewer = org.viewer(userId)
  if (!viewer) return []
  const reader = await readerOf(composeContext(org, viewer))
  const notifiers = org
    .get(peopleCache)
    .all()
    .flatMap(({ isSystemBot, id }) => (isSystemBot ? [id] : []))
  const { conversations } = await org.db.read((tx) => catchUp(tx, reader, maxPerReason, notifiers))
  return conversations.filter(({ stream_id }) => stream_id !== undefined)
}
