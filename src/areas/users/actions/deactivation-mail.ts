import { greeting, sendMail } from '#platform/mail'
import type { Act } from '#platform/organization'
import { organizationMirror } from '../../organization/mirror.ts'
import { type Account, languageOfAccount } from '../account.ts'
import { textsIn } from '../texts.ts'

/** Emails a user that their account was deactivated, with the administrator's comment. */
export async function mailDeactivation(act: Act, account: Account, comment: string): Promise<void> {
  if (account.botType !== null) return
  const { name, subdomain } = act.get(organizationMirror)
  const said = comment.trim()
  const language = languageOfAccount(account)
  const { deactivated } = textsIn(language)
  await sendMail(act, {
    language,
    key: `deactivation ${account.id} ${act.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: deactivated.subject(name),
    parts: [
      greeting(language, account.fullName),
      deactivated.text(name, act.org.services.organizationUrl(subdomain)),
      ...(said ? [deactivated.writes, { quote: said }] : []),
    ],
  })
}
