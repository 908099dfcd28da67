import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '#contract'
import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import { type ReadMail, readMail, type Wish } from '#platform/received-mail'
import type { Host } from '#platform/serve'
import { withinQuota } from '../../../messages/messages/actions/quota.ts'
import type { Addressee } from '../access.ts'
import { countOutcome, type Outcome } from '../tally.ts'
import { checkFor, checkMail } from './check-mail.ts'
import { postMail } from './post.ts'

export type Verdict =
  /** Sent as a message, held for moderators, or dropped silently. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly outcome: Outcome; readonly reason: string }
  /** Temporary failure: try again later. */
  | { readonly kind: 'later' }

interface Received {
  /** The envelope sender; empty for bounces. */
  readonly sender: string
  readonly addressees: readonly Addressee[]
  /** The raw mail; the caller removes it. */
  readonly file: string
}

export const mailFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'loquat-mail-'))

/** Returns once messages are committed. A refused mail leaves no data. */
export async function receiveMail(host: Host, received: Received): Promise<Verdict> {
  const folder = await mailFolder()
  try {
    const wishes = received.addressees.map(wishOf)
    const mail = await reading.through(queueKeyFor(received), () => readMail({ file: received.file, folder, wishes }))
    if (!mail) return refusedAs(host, 'unreadable', "The email can't be read")
    return await take(host, received, mail)
  } catch (error) {
    countOutcome(host, 'failed')
    host.notice(`Incoming email failed; the sender will retry: ${(error as Error).stack}`)
    return { kind: 'later' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Parsing holds a mail and its attachments in memory: two at a time. */
const reading = new Semaphore({ most: 2 })

/** Round-robin by organization of the first recipient. */
function queueKeyFor({ addressees: [first] }: Received): string {
  return queueKeyOf(first && 'org' in first ? first.org.id : 0)
}

function wishOf(addressee: Addressee): Wish {
  if (addressee.kind !== 'channel')
    return { prefersHtml: false, keepsQuotes: false, keepsSignature: false, answersMessage: true }
  const { prefersHtml, keepsQuotes, keepsSignature } = addressee.options
  return { prefersHtml, keepsQuotes, keepsSignature, answersMessage: false }
}

async function take(host: Host, { sender, addressees }: Received, mail: ReadMail): Promise<Verdict> {
  const each = addressees.map((addressee, index) => ({ addressee, text: mail.texts[index] ?? '' }))
  const verdicts = [
    checkMail(host, mail, sender, addressees),
    ...each.map(({ addressee, text }) => checkFor(addressee, mail, text)),
  ]
  // one response stands for all recipients, so judge all before writing anything
  const verdict = verdicts.find((one) => one !== undefined)
  if (verdict?.isDropped) {
    countOutcome(host, verdict.outcome)
    return { kind: 'taken' }
  }
  if (verdict) return refusedAs(host, verdict.outcome, reasons[verdict.outcome] ?? 'The mail is refused')
  for (const { addressee, text } of each) {
    if (addressee.kind === 'ourselves') continue
    try {
      const senderId = addressee.kind === 'reply' ? addressee.userId : addressee.senderId
      const post = () => postMail(host, addressee, mail, text)
      const posting = await withinQuota(addressee.org, senderId, post)
      if (posting === 'full') return { kind: 'later' }
      countOutcome(host, posting)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'RATE_LIMIT_HIT') return { kind: 'later' }
      // people who reply may see the reason
      const reason = addressee.kind === 'reply' ? error.message : reasons['not permitted']
      return refusedAs(host, 'not permitted', reason ?? '')
    }
  }
  return { kind: 'taken' }
}

const reasons: { readonly [O in Outcome]?: string } = {
  forged: 'The sender could not be verified',
  'not permitted': 'The sender may not write there',
  empty: 'There is no text in the mail',
}

function refusedAs(host: Host, outcome: Outcome, reason: string): Verdict {
  countOutcome(host, outcome)
  return { kind: 'refused', outcome, reason }
}
