import { enNotifications, type NotificationTexts } from './en-notifications.ts'

/** Texts of notifications, for pages and for the service worker. */
export const n: NotificationTexts = enNotifications
