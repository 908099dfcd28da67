import { timeTextFor } from '#platform/languages'
import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { secretIn } from '../../messages/attachments/temporary-links.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { personal } from '../../people/user-settings/access.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import type { SignInPlace } from '../../people/users/actions/signed-in.ts'
import { textsIn } from './texts.ts'
import { unsubscribeUrl } from './unsubscribe-key.ts'

/** New users know of their first sign-in. */
const newcomerMs = 60_000

/** Notifies users of sign-ins to their account: setting `enable_login_emails`. */
export async function mailSignIn(
  mutation: Mutation,
  account: Account,
  { address, userAgent }: SignInPlace,
): Promise<void> {
  if (!personal(account, 'enable_login_emails') || account.botType !== null) return
  if (mutation.now.getTime() - account.joinedAt.getTime() < newcomerMs || !isAddress(account.deliveryEmail)) return
  const { name } = mutation.get(organizationCache)
  const language = languageOfAccount(account)
  const { signIn, noMoreSignIns } = textsIn(language)
  const program = programOf(userAgent)
  const unsubscribe = unsubscribeUrl(mutation.org, await secretIn(mutation), account.id, 'sign-in')
  await sendMail(mutation, {
    language,
    key: `sign-in ${account.id}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: signIn.subject(name),
    parts: [
      greeting(language, account.fullName),
      signIn.text(name),
      {
        quote: [
          signIn.when(timeTextFor(language, account.timezone)(mutation.now)),
          signIn.from(address),
          program === '' ? signIn.withUnknown : signIn.with(program),
          signIn.as(account.deliveryEmail),
        ].join('\n'),
      },
      signIn.ifYou,
      signIn.ifNot,
      signIn.ending,
      { link: unsubscribe, label: noMoreSignIns, isPlain: true },
    ],
    unsubscribe,
  })
}

/** The user agent is untrusted text: keep it short and on one line. */
const programOf = (userAgent: string): string =>
  userAgent
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
