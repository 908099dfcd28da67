import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { textsIn } from './texts.ts'

type Notice = 'on' | 'off' | 'removed' | 'renewed' | 'used'

/** Emails the user when their two-factor authentication changes. */
export async function mailNotice(mutation: Mutation, account: Account, what: Notice, left = 0): Promise<void> {
  if (!isAddress(account.deliveryEmail)) return
  const { name } = mutation.get(organizationCache)
  const language = languageOfAccount(account)
  const { mail } = textsIn(language)
  await sendMail(mutation, {
    language,
    key: `second factor ${account.id} ${what} ${mutation.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: mail.subject(name),
    parts: [greeting(language, account.fullName), mail[what](name, left), mail.ifNot(name)],
  })
}
