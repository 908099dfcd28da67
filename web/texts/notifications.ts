import { messages } from 'messages:notifications'

export const n = messages
export type NotificationTexts = typeof messages
