import type { Area } from '#platform/serve'
import { digestMails } from './due.ts'

/** Mail that sums up what people have missed who were away. See docs/notifications.md. */
export const digestMailsArea: Area = { name: 'digest-mails', repeated: [digestMails] }
