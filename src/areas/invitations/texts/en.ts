/** Invitation emails. */
export const en = {
  hello: 'Hello,',
  somebody: 'someone',
  subject: (inviter: string, organization: string) => `${inviter} invited you to ${organization}`,
  reminderSubject: (inviter: string, organization: string) => `Reminder: ${inviter} invited you to ${organization}`,
  reminder: 'this is a reminder that you have an open invitation.',
  text: (inviter: string, organization: string) =>
    `${inviter} invited you to join ${organization}, a team chat organized by channels and topics.`,
  join: (organization: string) => `Join ${organization}`,
  yours: 'This link is just for you. Don’t share it.',
  yoursUntil: (end: Date) => `The link expires on ${end.toUTCString()}. It’s just for you, so don’t share it.`,
  nothing: 'If you weren’t expecting this invitation, you can ignore this email.',
}

export type Texts = typeof en
