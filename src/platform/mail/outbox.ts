import type { Language } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import { checkAddress, type MailExtra, oneLine } from './post.ts'
import * as store from './store.ts'
import { type MailBody, type MailPart, mailBody } from './template.ts'

interface Letter {
  /** What it is about, such as `invitation 17`: while one such mail waits, no second one is taken. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  /** In whose name it is sent; the address is the server's. */
  readonly fromName: string
  readonly subject: string
}

export interface Mail extends Letter, MailExtra {
  /** What its receiver reads. */
  readonly language: Language
  readonly parts: readonly MailPart[]
}

/** A mail whose two bodies its area has made; the HTML is safe as it stands. */
export interface MadeMail extends Letter, MailBody, MailExtra {}

/** Puts a mail into the outbox: it leaves after the commit, and never when there is none. See docs/mail.md. */
export const sendMail = (mutation: Mutation, { language, parts, ...letter }: Mail): Promise<void> =>
  sendMails(mutation, [{ ...letter, ...mailBody(language, parts) }])

/** The same for many mails, in one statement. */
export async function sendMails(mutation: Mutation, mails: readonly MadeMail[]): Promise<void> {
  if (mails.length === 0) return
  await store.insert(
    mutation.tx,
    mutation.org.id,
    mutation.now,
    mails.map(({ key, to, fromName, subject, text, html, thread, unsubscribe, replyTo }) => ({
      key,
      to_name: oneLine(to.name),
      to_address: checkAddress(to.address),
      from_name: oneLine(fromName),
      subject: oneLine(subject),
      body_text: text,
      body_html: html,
      extra: JSON.parse(JSON.stringify({ thread, unsubscribe, replyTo })),
    })),
  )
  mutation.onCommit(() => mutation.org.services.mailDue(mutation.now))
}
