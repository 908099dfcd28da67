import type { Feature, HookHandler } from '#platform/serve'
import { signedIn } from '../../people/users/actions/signed-in.ts'
import { messageMissed, notificationsWithdrawn, quietTimesOver } from '../notifications/hooks.ts'
import { forgetWithdrawn, noteMissed, noteQuietTimesOver } from './actions.ts'
import { digestMails } from './digest/due.ts'
import { mailDue } from './due.ts'
import { emailPages } from './pages.ts'
import { mailSignIn } from './sign-in-mail.ts'

const hookHandlers: readonly HookHandler[] = [
  messageMissed.handledBy(noteMissed),
  notificationsWithdrawn.handledBy(forgetWithdrawn),
  quietTimesOver.handledBy(noteQuietTimesOver),
  signedIn.handledBy(mailSignIn),
]

/** Mail about missed messages and sign-ins, and digests for users who were away. See docs/notifications.md. */
export const emailNotificationsFeature: Feature = {
  name: 'email-notifications',
  hookHandlers,
  pages: emailPages,
  due: [mailDue],
  repeated: [digestMails],
}
