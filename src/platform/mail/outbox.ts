import type { Language } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import { checkAddress, type MailExtra, oneLine } from './post.ts'
import * as store from './store.ts'
import { type MailBody, type MailPart, mailBody } from './template.ts'

interface MailHeader {
  /** Its subject's key, such as `invitation 17`: while a mail with the same key is queued, others are dropped. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly fromName: string
  readonly subject: string
}

export interface Mail extends MailHeader, MailExtra {
  readonly language: Language
  readonly parts: readonly MailPart[]
}

/** A mail with bodies made by its feature; the HTML must be safe. */
export interface MadeMail extends MailHeader, MailBody, MailExtra {}

/** Queues a mail: it's sent after the commit, and never if the mutation is rolled back. See docs/mail.md. */
export const sendMail = (mutation: Mutation, mail: Mail): Promise<void> => sendMails(mutation, [madeMail(mail)])

export const madeMail = ({ language, parts, ...letter }: Mail): MadeMail => ({
  ...letter,
  ...mailBody({ language, organization: letter.fromName }, parts),
})

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
