import { messages } from 'messages:bots'
import type { Open } from './open.ts'

/** Texts of lists of bots. */
export const bots: Open<typeof messages, 'kinds' | 'kindHelp' | 'forms'> = messages
