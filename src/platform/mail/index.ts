import type { Act } from '#platform/organization'
import { checkAddress, oneLine } from './post.ts'
import * as store from './store.ts'
import { type MailPart, mailBody } from './template.ts'

export { mailDeliveries, pauseAfter } from './deliveries.ts'
export { openPost, type Post } from './post.ts'
export { type MailBody, type MailPart, mailBody } from './template.ts'

export interface Mail {
  /** What it is about, such as `invitation 17`: while one such mail waits, no second one is taken. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  /** In whose name it is sent; the address is the server's. */
  readonly fromName: string
  readonly subject: string
  readonly parts: readonly MailPart[]
}

/** Puts a mail into the outbox: it leaves after the commit, and never when there is none. See docs/mail.md. */
export async function sendMail(act: Act, { key, to, fromName, subject, parts }: Mail): Promise<void> {
  const { text, html } = mailBody(parts)
  await store.insert(act.tx, {
    org_id: act.org.id,
    key,
    to_name: oneLine(to.name),
    to_address: checkAddress(to.address),
    from_name: oneLine(fromName),
    subject: oneLine(subject),
    body_text: text,
    body_html: html,
    due_at: act.now,
    created_at: act.now,
  })
  act.onCommit(() => act.org.services.mailDue(act.now))
}
