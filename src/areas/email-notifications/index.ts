import type { Area, Tap } from '#platform/serve'
import { messageMissed, notificationsWithdrawn, quietTimesOver } from '../notifications/hooks.ts'
import { signedIn } from '../users/actions/signed-in.ts'
import { forgetWithdrawn, noteMissed, noteQuietTimesOver } from './actions.ts'
import { mailDue } from './due.ts'
import { emailPages } from './pages.ts'
import { mailSignIn } from './sign-in-mail.ts'

const taps: readonly Tap[] = [
  messageMissed.tap(noteMissed),
  notificationsWithdrawn.tap(forgetWithdrawn),
  quietTimesOver.tap(noteQuietTimesOver),
  signedIn.tap(mailSignIn),
]

/** Mail about missed messages and sign-ins. See docs/notifications.md. */
export const emailNotificationsArea: Area = {
  name: 'email-notifications',
  taps,
  pages: emailPages,
  due: [mailDue],
}
