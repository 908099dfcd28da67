import { messages } from 'messages:notifications'

/** Texts of notifications, for pages and for the service worker. */
export const n = messages
export type NotificationTexts = typeof messages
