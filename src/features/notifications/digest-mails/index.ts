import type { Feature } from '#platform/serve'
import { digestMails } from './due.ts'

/** Email digests for users who were away. See docs/notifications.md. */
export const digestMailsFeature: Feature = { name: 'digest-mails', repeated: [digestMails] }
