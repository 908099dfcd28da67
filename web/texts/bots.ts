import { messages } from 'messages:bots'
import type { Open } from './open.ts'

export const bots: Open<typeof messages, 'kinds' | 'kindHelp' | 'forms'> = messages
