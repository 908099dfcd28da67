import { serverEvent } from '#contract'

/** Messages were added without events for clients, or what's unread among them has changed. */
export const messagesImported = serverEvent('messages', 'imported', {})
