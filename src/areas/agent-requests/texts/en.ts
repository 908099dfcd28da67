/** Requests for approval of what an agent wants to do, in Markdown. */
export const en = {
  asks: (agent: string, person: string) => `The agent ${agent}, acting for ${person}, requests approval for:`,
  reasons: {
    announcements: 'Approval is required because the message would be posted in an announcement channel.',
    wide_mentions: 'Approval is required because many people would be notified.',
    others_messages: 'Approval is required because it affects other people’s messages.',
    administration: 'Approval is required because it changes organization settings.',
  },
  how: (until: string) =>
    `React with :check: to approve or :cross_mark: to decline, or decide in Settings under “Agents”. ` +
    `The request expires ${until}.`,
}

export type Texts = typeof en
