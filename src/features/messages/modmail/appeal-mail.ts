import { greeting, type MailPart, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { textsIn } from './texts.ts'

interface Reply {
  readonly messageId: number
  readonly content: string
}

/** Emails the moderators' reply to a banned person. */
export function mailReply(mutation: Mutation, person: Account, { messageId, content }: Reply): Promise<void> {
  const { name } = mutation.get(organizationCache)
  const { subject, text, end } = textsIn(languageOfAccount(person)).mails.reply
  const parts = [text(name), { quote: content }, end]
  return send(mutation, person, { key: `modmail ${messageId}`, subject: subject(name), parts })
}

export function mailLiftedBan(mutation: Mutation, person: Account, content: string): Promise<void> {
  const { name, subdomain } = mutation.get(organizationCache)
  const { subject, text, link } = textsIn(languageOfAccount(person)).mails.lifted
  const url = mutation.org.services.organizationUrl(subdomain)
  const parts = [text(name), ...(content === '' ? [] : [{ quote: content }]), { link: url, label: link }]
  return send(mutation, person, { key: `lifted ban ${person.id} ${mutation.position}`, subject: subject(name), parts })
}

interface Mail {
  readonly key: string
  readonly subject: string
  readonly parts: readonly MailPart[]
}

function send(mutation: Mutation, person: Account, { key, subject, parts }: Mail): Promise<void> {
  const language = languageOfAccount(person)
  return sendMail(mutation, {
    ...{ language, key, subject },
    to: { name: person.fullName, address: person.deliveryEmail },
    fromName: mutation.get(organizationCache).name,
    parts: [greeting(language, person.fullName), ...parts],
  })
}
