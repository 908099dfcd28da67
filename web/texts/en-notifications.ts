const names = new Intl.ListFormat('en')

/** Texts of browser notifications. */
export const enNotifications = {
  place: (channel: string, topic: string) => `#${channel} › ${topic || 'general chat'}`,
  names: (senders: readonly string[]) =>
    senders.length > 3 ? `${senders.slice(0, 2).join(', ')} and others` : names.format(senders),
  inGroup: (senders: string) => `${senders} (group)`,
  said: (sender: string, text: string) => `${sender}: ${text}`,
  newMessages: (count: number) => `${count} new messages`,
  withoutText: 'New message',
  reply: 'Reply',
  replyHere: 'Write a reply',
  markRead: 'Mark as read',
  testTitle: 'Loquat',
  test: 'Notifications are working.',
  notSent: (place: string) => `Couldn’t send your reply: ${place}`,
  signedOut: 'You’re signed out.',
  unreachable: 'Can’t reach the server.',
  tryAgain: 'Try again',
}
export type NotificationTexts = typeof enNotifications
