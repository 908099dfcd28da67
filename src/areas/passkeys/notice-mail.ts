import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Act } from '#platform/organization'
import { organizationMirror } from '../organization/mirror.ts'
import { type Account, languageOfAccount } from '../users/account.ts'
import { textsIn } from './texts.ts'

export async function mailNotice(
  act: Act,
  account: Account,
  what: 'added' | 'removed',
  passkey: string,
): Promise<void> {
  if (!isAddress(account.deliveryEmail)) return
  const { name } = act.get(organizationMirror)
  const language = languageOfAccount(account)
  const { mail } = textsIn(language)
  await sendMail(act, {
    language,
    key: `passkey ${account.id} ${what} ${act.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: mail.subject(name),
    parts: [greeting(language, account.fullName), mail[what](name, passkey), mail.ifNot(name)],
  })
}
