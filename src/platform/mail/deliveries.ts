import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import { backoffMs, type DueWork, dueWork, type Workplace } from '#platform/timer'
import type { Post } from './post.ts'
import * as store from './store.ts'

const counter = 'loquat_mail_deliveries_total'
/** Emails sent at once, each on its own connection. */
const batch = 4
/** After this, a mail counts as not sent: the process that took it must have died. */
const leaseMs = 10 * 60_000
const firstPauseMs = 60_000
const longestPauseMs = 4 * 3_600_000
const patienceMs = 3 * dayMs

/** How long to wait after so many attempts: a minute, then twice as long each time, at most four hours. */
export const pauseAfter = (attempts: number): number => backoffMs(attempts, firstPauseMs, longestPauseMs)

/** 5xx responses are permanent. */
const isFinal = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}

/** Sends due mail at least once: leased in one mutation, sent outside, and removed in another. */
export const mailDeliveries = (post: Post, hostOf: (org: Organization) => Promise<string>): DueWork =>
  dueWork({
    name: 'mail',
    rows: store.waiting,
    async *turn({ place, org, now }) {
      const host = await hostOf(org)
      const lease = { now, until: new Date(now.getTime() + leaseMs), size: batch }
      for await (const mails of store.waiting.leased(org, lease))
        yield (await Promise.all(mails.map((mail) => handOver(place, org, post, mail, host)))).filter(Boolean)
    },
  })

/** Returns an error to log for the first failed attempt and for giving up. */
async function handOver(
  place: Workplace,
  org: Organization,
  post: Post,
  mail: store.StoredMail,
  host: string,
): Promise<Error | undefined> {
  const begun = performance.now()
  const about = { mail: mail.id, organization: org.id, attempts: mail.attempts }
  try {
    await post.send(mail, host)
  } catch (error) {
    const now = place.now()
    const givenUp = isFinal(error) || now.getTime() - mail.created_at.getTime() > patienceMs
    const again = new Date(now.getTime() + pauseAfter(mail.attempts))
    await org.transact(null, async ({ tx }) => {
      if (givenUp) await store.waiting.remove(tx, mail.id)
      else await store.waiting.postpone(tx, [mail.id], again)
    })
    place.outcomes.add(counter, givenUp ? 'given up' : 'retried')
    place.log.event('mail.failed', { ...about, givenUp, err: error })
    if (!givenUp && mail.attempts > 1) return undefined
    // omit the address and the text, which may hold a sign-in link
    const outcome = givenUp ? 'is given up' : 'is tried again later'
    return new Error(`Mail ${mail.id} could not be handed over and ${outcome}`, { cause: error })
  }
  await org.transact(null, ({ tx }) => store.waiting.remove(tx, mail.id))
  place.outcomes.add(counter, 'sent')
  place.log.event('mail.sent', { ...about, ms: Math.round(performance.now() - begun) })
  return undefined
}
