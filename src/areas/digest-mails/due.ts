import type { MessageId, UserId } from '#contract'
import { isAddress, sendMails } from '#platform/mail'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { secretOf } from '../attachments/temporary-links.ts'
import { unsubscribeUrl } from '../email-notifications/unsubscribe-key.ts'
import { readerOf } from '../messages/access/reader.ts'
import { asking } from '../messages/actions/compose.ts'
import type { ToldConversation } from '../messages/catch-up/api.ts'
import { catchUp } from '../messages/catch-up/present.ts'
import { isClosed } from '../organization/actions.ts'
import { settingsOf } from '../organization/mirror.ts'
import { presenceMirror } from '../presence/actions.ts'
import { instantOf, localDay, weekdayOf } from '../quiet-times/local-time.ts'
import { quietTimesMirror } from '../quiet-times/mirror.ts'
import { personal } from '../user-settings/user-setting.ts'
import type { Account } from '../users/account.ts'
import { peopleMirror } from '../users/mirror.ts'
import { composeDigestMail } from './mail.ts'
import * as store from './store.ts'

/** In the morning, as the person's own clock shows. */
const hour = 8
/** Whoever was here later has not missed anything yet: in hours. */
const awayHours = { weekly: 72, daily: 24 }
const mostOfEachReason = 5

/** Sums up, for whoever was away, what is unread in channels: each week or each day, as people choose. */
export const digestMails: Repeated = {
  name: 'digest mails',
  everySecs: 900,
  run: (org, { now }) => mailDigests(org, now()),
}

async function mailDigests(org: Organization, now: Date): Promise<void> {
  if (!org.services.sendsMail || isClosed(org) || !settingsOf(org).digest_emails_enabled) return
  const wanting = org
    .get(peopleMirror)
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
    // who has been told of all that, and has not looked, is not told again
    if (newest <= (before?.message_id ?? 0)) continue
    const mail = composeDigestMail(org, account, conversations, unsubscribeUrl(org, secret, account.id, 'digest'))
    await org.write(null, async (act) => {
      const isMine = await store.claim(act.tx, org.id, { user_id: account.id, day, message_id: newest })
      if (isMine) await sendMails(act, [{ ...mail, key: `weekly digest ${account.id} ${day}` }])
    })
  }
}

/** Whether a person is to have a digest today, if there is anything to tell. */
function isWanted(org: Organization, account: Account, now: Date): boolean {
  if (!account.isActive || account.botType !== null || !isAddress(account.deliveryEmail)) return false
  if (!personal(account, 'enable_digest_emails')) return false
  const [time, zone] = [now.getTime(), account.timezone]
  const day = localDay(zone, time)
  if (time < instantOf(zone, day, hour * 60)) return false
  const isDaily = personal(account, 'enable_daily_digest_emails')
  if (!isDaily && weekdayOf(day) !== settingsOf(org).digest_weekday + 1) return false
  const seen = org.get(presenceMirror).get(account.id)
  const lastHere = Math.max(seen?.active ?? 0, account.joinedAt.getTime() / 1000)
  if (time / 1000 - lastHere < awayHours[isDaily ? 'daily' : 'weekly'] * 3_600) return false
  return org.get(quietTimesMirror).until(account, now) === null
}

/** What the person would find in the catch-up page, of channels. */
async function missedInChannels(org: Organization, userId: UserId): Promise<ToldConversation[]> {
  const viewer = org.viewer(userId)
  if (!viewer) return []
  const reader = await readerOf(asking(org, viewer))
  const { conversations } = await org.db.read((tx) => catchUp(tx, reader, mostOfEachReason))
  return conversations.filter(({ stream_id }) => stream_id !== undefined)
}
