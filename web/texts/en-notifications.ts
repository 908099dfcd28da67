const names = new Intl.ListFormat('en')

/** Texts of notifications, and of what asks for them. */
export const enNotifications = {
  place: (channel: string, topic: string) => `#${channel} › ${topic || 'general chat'}`,
  names: (senders: readonly string[]) =>
    senders.length > 3 ? `${senders.slice(0, 2).join(', ')} and others` : names.format(senders),
  inGroup: (senders: string) => `${senders}, in a group`,
  said: (sender: string, text: string) => `${sender}: ${text}`,
  newMessages: (count: number) => `${count} new messages`,
  withoutText: 'New message',
  reply: 'Reply',
  replyHere: 'Write a reply',
  markRead: 'Mark as read',
  testTitle: 'Loquat',
  test: 'Notifications arrive here.',
  notSent: (place: string) => `Your reply was not sent: ${place}`,
  signedOut: 'You are signed out here.',
  unreachable: 'The server cannot be reached.',
  tryAgain: 'Try again',
}
export type NotificationTexts = typeof enNotifications
