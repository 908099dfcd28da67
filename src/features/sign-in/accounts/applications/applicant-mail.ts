import { type Language, languageOfTag } from '#platform/languages'
import { greeting, type Mail, type MailPart, madeMail, sendMail, sendMails } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { organizationCache } from '../../../people/organization/cache.ts'
import { textsIn } from '../texts.ts'
import type { Stored } from './store.ts'

interface ApplicantMail {
  readonly key?: string
  readonly language: Language
  readonly subject: string
  readonly parts: readonly MailPart[]
}

/** The applicant's language; undefined for the organization's. */
export const languageOf = ({ language }: Stored): Language | undefined =>
  language === null ? undefined : languageOfTag(language)

const mailTo = (
  mutation: Mutation,
  { id, email, full_name }: Stored,
  { key = `application ${id}`, language, subject, parts }: ApplicantMail,
): Mail => ({
  language,
  key,
  to: { name: full_name, address: email },
  fromName: mutation.get(organizationCache).name,
  subject,
  parts: [greeting(language, full_name), ...parts],
})

export function mailApproval(mutation: Mutation, application: Stored, language: Language): Promise<void> {
  const { name, subdomain } = mutation.get(organizationCache)
  const { approved, signIn } = textsIn(language).mails
  return sendMail(
    mutation,
    mailTo(mutation, application, {
      language,
      subject: approved.subject(name),
      parts: [approved.text(name), { link: mutation.org.services.organizationUrl(subdomain), label: signIn.link }],
    }),
  )
}

/** To each of these applicants. */
export function mailDeclines(mutation: Mutation, applications: readonly Stored[], message: string): Promise<void> {
  const organization = mutation.get(organizationCache).name
  const mails = applications.map((application) => {
    const language = languageOf(application) ?? mutation.org.language
    const { declined } = textsIn(language).mails
    return mailTo(mutation, application, {
      language,
      subject: declined.subject(organization),
      parts: [declined.text(organization), ...(message === '' ? [] : [declined.reason, { quote: message }])],
    })
  })
  return sendMails(mutation, mails.map(madeMail))
}

export function mailQuestion(
  mutation: Mutation,
  application: Stored,
  { question, token }: { readonly question: string; readonly token: string },
): Promise<void> {
  const language = languageOf(application) ?? mutation.org.language
  const { name, subdomain } = mutation.get(organizationCache)
  const { asked } = textsIn(language).mails
  const url = `${mutation.org.services.organizationUrl(subdomain)}/application/${token}`
  return sendMail(
    mutation,
    mailTo(mutation, application, {
      // an earlier mail may still be queued
      key: `application question ${hashToken(token).slice(0, 16)}`,
      language,
      subject: asked.subject(name),
      parts: [asked.text(name), { quote: question }, { link: url, label: asked.link }, asked.once],
    }),
  )
}
