import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '#contract'
import { type ReadMail, readMail, type Wish } from '#platform/received-mail'
import type { Host } from '#platform/serve'
import { Doors, laneOf } from '#platform/turns'
import { withinQuota } from '../../messages/actions/quota.ts'
import type { Addressee } from '../access.ts'
import { countOutcome, type Outcome } from '../tally.ts'
import { judgeFor, judgeMail } from './judge.ts'
import { postMail } from './post.ts'

/** What becomes of a mail, and what its sender's server is told. */
export type Verdict =
  /** It is a message, or was dropped without a word. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly outcome: Outcome; readonly reason: string }
  /** To be sent again in a while. */
  | { readonly kind: 'later' }

interface Received {
  /** The sender of the envelope; empty for what could not be delivered. */
  readonly sender: string
  readonly addressees: readonly Addressee[]
  /** The mail as it came, which whoever calls removes. */
  readonly file: string
}

/** A folder for mail that is being read; for nobody else. */
export const mailFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'loquat-mail-'))

/** Answers when it is decided: messages are committed by then. Of a mail that is refused nothing stays. */
export async function receiveMail(host: Host, received: Received): Promise<Verdict> {
  const folder = await mailFolder()
  try {
    const wishes = received.addressees.map(wishOf)
    const mail = await reading.through(laneFor(received), () => readMail({ file: received.file, folder, wishes }))
    if (!mail) return refusedAs(host, 'unreadable', 'The mail cannot be read')
    return await take(host, received, mail)
  } catch (error) {
    countOutcome(host, 'failed')
    host.notice(`Mail could not be taken and is to be sent again: ${(error as Error).stack}`)
    return { kind: 'later' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A mail with its attachments is in memory while it is read: two at a time. */
const reading = new Doors({ most: 2 })

/** In turns by the organizations that it is for, of which the first one counts. */
function laneFor({ addressees: [first] }: Received): string {
  return laneOf(first && 'org' in first ? first.org.id : 0)
}

function wishOf(addressee: Addressee): Wish {
  if (addressee.kind !== 'channel') return { prefersHtml: false, keepsQuotes: false, keepsSignature: false }
  const { prefersHtml, keepsQuotes, keepsSignature } = addressee.options
  return { prefersHtml, keepsQuotes, keepsSignature }
}

async function take(host: Host, { sender, addressees }: Received, mail: ReadMail): Promise<Verdict> {
  const each = addressees.map((addressee, index) => ({ addressee, text: mail.texts[index] ?? '' }))
  const judgements = [
    judgeMail(host, mail, sender, addressees),
    ...each.map(({ addressee, text }) => judgeFor(addressee, mail, text)),
  ]
  // one answer stands for all: before anything is written it is known whether everybody may have it
  const judgement = judgements.find((one) => one !== undefined)
  if (judgement?.isDropped) {
    countOutcome(host, judgement.outcome)
    return { kind: 'taken' }
  }
  if (judgement) return refusedAs(host, judgement.outcome, reasons[judgement.outcome] ?? 'The mail is refused')
  for (const { addressee, text } of each) {
    if (addressee.kind === 'ourselves') continue
    try {
      const senderId = addressee.kind === 'reply' ? addressee.userId : addressee.senderId
      const post = () => postMail(host, addressee, mail, text)
      countOutcome(host, (await withinQuota(addressee.org, senderId, post)) ? 'message' : 'repeated')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'RATE_LIMIT_HIT') return { kind: 'later' }
      // who answers a mail is a person who may know why
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
