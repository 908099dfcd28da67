import type { Language } from '#platform/languages'
import { greeting, type MailPart, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../../people/organization/cache.ts'
import { textsIn } from '../texts.ts'
import type { Stored } from './store.ts'

interface Decision {
  readonly language: Language
  readonly subject: string
  readonly parts: readonly MailPart[]
}

function send(mutation: Mutation, { id, email, full_name }: Stored, { language, subject, parts }: Decision) {
  return sendMail(mutation, {
    language,
    key: `application ${id}`,
    to: { name: full_name, address: email },
    fromName: mutation.get(organizationCache).name,
    subject,
    parts: [greeting(language, full_name), ...parts],
  })
}

export function mailApproval(mutation: Mutation, application: Stored, language: Language): Promise<void> {
  const { name, subdomain } = mutation.get(organizationCache)
  const { approved, signIn } = textsIn(language).mails
  return send(mutation, application, {
    language,
    subject: approved.subject(name),
    parts: [approved.text(name), { link: mutation.org.services.organizationUrl(subdomain), label: signIn.link }],
  })
}

export function mailDecline(
  mutation: Mutation,
  application: Stored,
  { language, message }: { readonly language: Language; readonly message: string },
): Promise<void> {
  const { name } = mutation.get(organizationCache)
  const { declined } = textsIn(language).mails
  return send(mutation, application, {
    language,
    subject: declined.subject(name),
    parts: [declined.text(name), ...(message === '' ? [] : [declined.reason, { quote: message }])],
  })
}
