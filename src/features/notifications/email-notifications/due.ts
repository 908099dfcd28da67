import type { MessageId, UserId } from '#contract'
import { isAddress, type MadeMail, sendMails } from '#platform/mail'
import type { Mutation, Organization } from '#platform/organization'
import { dueWork } from '#platform/timer'
import { secretOf } from '../../messages/attachments/temporary-links.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { takesReplies } from './extension-points.ts'
import { type Composing, composeMail, quotedOf, showsContent } from './mail.ts'
import { sortOut } from './missed-conversations.ts'
import { composeQuietTimesMail, summariesAmong } from './quiet-times-mail.ts'
import { replyAddress } from './reply-address.ts'
import * as store from './store.ts'
import { unsubscribeUrl } from './unsubscribe-key.ts'

/** People per transaction: composing is slow, and every write of the organization waits for it. */
const peopleAtOnce = 20

/**
 * Sends mail about messages that are still unread when the person's delay is over. Mails are queued and their rows
 * removed in one transaction, so that none is sent twice or lost; the outbox delivers them.
 */
export const mailDue = dueWork({
  name: 'mail about messages',
  rows: store.missed,
  first: (place) => place.db.read(store.hasSeveralOrganizations),
  async turn({ place, org, now, shared: severalOrganizations }) {
    const problems: unknown[] = []
    // loaded outside of the transaction, which it would otherwise wait for
    const secret = await secretOf(org)
    const people = await place.db.read((tx) => store.missed.people(tx, org.id, now))
    for (let start = 0; start < people.length; start += peopleAtOnce) {
      const some = people.slice(start, start + peopleAtOnce)
      await org.transact(null, (mutation) => mailSome(mutation, some, { now, secret, severalOrganizations }, problems))
    }
    return problems
  },
})

interface Turn {
  now: Date
  secret: string
  severalOrganizations: boolean
}

/** Uses a fixed number of statements. Skips everything that was read or deleted since. */
async function mailSome(mutation: Mutation, people: readonly UserId[], turn: Turn, problems: unknown[]): Promise<void> {
  const { tx, org } = mutation
  const { due, done } = await sortOut(mutation, await store.waitingFor(tx, org.id, people, turn.now))
  const sendable = due.filter(({ user }) => isAddress(user.deliveryEmail))
  const quoted = sendable.filter((missed) => showsContent(org, missed)).flatMap(quotedOf)
  const ids = [...new Set(quoted.map(({ message_id }) => message_id))]
  const composing = composingFor(org, ids.length > 0 ? await store.renderingsOf(tx, ids) : new Map(), turn)
  const { summaries, single } = summariesAmong(sendable)
  await sendMails(mutation, [
    ...summaries.flatMap((missed) => made(() => composeQuietTimesMail(composing, missed), problems)),
    ...single.flatMap((missed) => made(() => composeMail(composing, missed), problems)),
  ])
  await store.remove(tx, done)
}

function made(compose: () => MadeMail, problems: unknown[]): MadeMail[] {
  try {
    return [compose()]
  } catch (error) {
    problems.push(error)
    return []
  }
}

function composingFor(org: Organization, renderings: Map<MessageId, string>, turn: Turn): Composing {
  const realmUrl = org.services.organizationUrl(org.get(organizationCache).subdomain)
  return {
    org,
    realmUrl,
    renderings,
    severalOrganizations: turn.severalOrganizations,
    replyAddress: (userId, messageId) =>
      takesReplies(org.services.config) ? replyAddress(org, turn.secret, { userId, messageId }, turn.now) : undefined,
    unsubscribeUrl: (userId) => unsubscribeUrl(org, turn.secret, userId, 'messages'),
  }
}
