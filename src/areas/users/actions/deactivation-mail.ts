import { sendMail } from '#platform/mail'
import type { Act } from '#platform/organization'
import { organizationMirror } from '../../organization/mirror.ts'
import type { Account } from '../account.ts'

/** Tells a person by mail that the account is deactivated, with the words of whoever did that, if there are any. */
export async function mailDeactivation(act: Act, account: Account, comment: string): Promise<void> {
  if (account.botType !== null) return
  const { name, subdomain } = act.get(organizationMirror)
  const said = comment.trim()
  await sendMail(act, {
    key: `deactivation ${account.id} ${act.position}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: `Your account in ${name} was deactivated`,
    parts: [
      `Hello ${account.fullName},`,
      `your account in ${name} (${act.org.services.organizationUrl(subdomain)}) was deactivated by an administrator. You can no longer sign in there.`,
      ...(said ? ['The administrator writes:', { quote: said }] : []),
    ],
  })
}
