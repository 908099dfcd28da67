import { isAddress, sendMail } from '#platform/mail'
import type { Act } from '#platform/organization'
import { organizationMirror } from '../organization/mirror.ts'
import { personal } from '../user-settings/user-setting.ts'
import type { Account } from '../users/account.ts'
import type { SignInPlace } from '../users/actions/signed-in.ts'

/** Whoever has just joined signs in for the first time, and knows. */
const newcomerMs = 60_000

/** Tells people that somebody, themselves as a rule, has signed in to their account: setting `enable_login_emails`. */
export async function mailSignIn(act: Act, account: Account, { address, userAgent }: SignInPlace): Promise<void> {
  if (!personal(account, 'enable_login_emails') || account.botType !== null) return
  if (act.now.getTime() - account.joinedAt.getTime() < newcomerMs || !isAddress(account.deliveryEmail)) return
  const { name } = act.get(organizationMirror)
  await sendMail(act, {
    key: `sign-in ${account.id}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: `New sign-in to ${name}`,
    parts: [
      `Hello ${account.fullName},`,
      `somebody has just signed in to your account in ${name}:`,
      {
        quote: [
          `When: ${timeIn(account.timezone, act.now)}`,
          `From: ${address}`,
          `With: ${programOf(userAgent)}`,
          `As: ${account.deliveryEmail}`,
        ].join('\n'),
      },
      'If that was you, all is well.',
      'If not, choose another password and have a new API key made: the old ones open nothing from then on.',
      'Your notification settings can end these mails.',
    ],
  })
}

function timeIn(timezone: string, now: Date): string {
  const style = { dateStyle: 'full', timeStyle: 'long' } as const
  try {
    return new Intl.DateTimeFormat('en', { ...style, timeZone: timezone || 'UTC' }).format(now)
  } catch {
    return new Intl.DateTimeFormat('en', { ...style, timeZone: 'UTC' }).format(now)
  }
}

/** What the program calls itself is somebody else's text: short, and on one line. */
const programOf = (userAgent: string): string =>
  userAgent
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200) || 'a program that does not say which'
