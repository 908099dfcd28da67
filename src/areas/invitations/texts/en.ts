/** What the mail says that invites somebody. */
export const en = {
  hello: 'Hello,',
  somebody: 'somebody',
  subject: (inviter: string, organization: string) => `${inviter} invites you to ${organization}`,
  reminderSubject: (inviter: string, organization: string) => `Reminder: ${inviter} invites you to ${organization}`,
  reminder: 'some days ago you were invited, and have not joined yet.',
  text: (inviter: string, organization: string) =>
    `${inviter} invites you to ${organization}, where a team talks in channels and topics.`,
  join: (organization: string) => `Join ${organization}`,
  yours: 'Whoever opens this link can join in your place: do not pass it on.',
  yoursUntil: (end: Date) =>
    `The link works until ${end.toUTCString()}. Whoever opens it can join in your place: do not pass it on.`,
  nothing: 'If you do not know what this is about, there is nothing that you need to do.',
}

export type Texts = typeof en
