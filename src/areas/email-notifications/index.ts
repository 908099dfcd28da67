import type { Area } from '#platform/serve'
import { messageMissed, notificationsWithdrawn } from '../notifications/hooks.ts'
import { mailDue } from './due.ts'
import { forgetWithdrawn, noteMissed } from './noting.ts'
import { emailPages } from './pages.ts'

messageMissed.tap(noteMissed)
notificationsWithdrawn.tap(forgetWithdrawn)

/** Mail about messages that people have missed. See docs/notifications.md. */
export const emailNotificationsArea: Area = {
  name: 'email-notifications',
  pages: emailPages,
  due: [mailDue],
}
