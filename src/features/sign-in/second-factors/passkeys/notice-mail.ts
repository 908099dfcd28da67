import { textsOf } from '#platform/languages'
import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'

const textsIn = textsOf('passkeys')

export async function mailNotice(
  mutation: Mutation,
  account: Account,
  what: 'added' | 'removed',
  passkey: string,
): Promise<void> {
  if (!isAddress(account.deliveryEmail)) return
  const { name } = mutation.get(organizationCache)
  const language = languageOfAccount(account)
  const { mail } = textsIn(language)
  await sendMail(mutation, {
    language,
    key: `passkey ${account.id} ${what} ${mutation.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: mail.subject(name),
    parts: [greeting(language, account.fullName), mail[what](name, passkey), mail.ifNot(name)],
  })
}
