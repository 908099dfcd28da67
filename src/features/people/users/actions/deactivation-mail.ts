import { textsOf } from '#platform/languages'
import { greeting, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../organization/cache.ts'
import { type Account, languageOfAccount } from '../account.ts'

const textsIn = textsOf('users')

/** Emails a user that their account was deactivated, with the administrator's comment. */
export async function mailDeactivation(mutation: Mutation, account: Account, comment: string): Promise<void> {
  if (account.botType !== null) return
  const { name, subdomain } = mutation.get(organizationCache)
  const said = comment.trim()
  const language = languageOfAccount(account)
  const { deactivated } = textsIn(language)
  await sendMail(mutation, {
    language,
    key: `deactivation ${account.id} ${mutation.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: deactivated.subject(name),
    parts: [
      greeting(language, account.fullName),
      deactivated.text(name, mutation.org.services.organizationUrl(subdomain)),
      ...(said ? [deactivated.writes, { quote: said }] : []),
    ],
  })
}
