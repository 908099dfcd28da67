/** What people are told whose approval a program needs, in Markdown. */
export const en = {
  asks: (agent: string, person: string) => `The agent ${agent}, which acts for ${person}, asks to do this:`,
  reasons: {
    announcements: 'It waits because it would be written in a channel for announcements.',
    wide_mentions: 'It waits because it would call many people.',
    others_messages: 'It waits because it is about messages of other people.',
    administration: 'It waits because it changes how the organization is administered.',
  },
  how: (until: string) =>
    `React with :check: to approve or with :cross_mark: to refuse, or decide in the settings, under “Agents”. ` +
    `It waits until ${until}.`,
}

export type Texts = typeof en
