import type { Area } from '#platform/serve'
import { digestMails } from './due.ts'

/** Email digests for users who were away. See docs/notifications.md. */
export const digestMailsArea: Area = { name: 'digest-mails', repeated: [digestMails] }
