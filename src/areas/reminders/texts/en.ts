/** Reminders, in Markdown; `message` is a link. */
export const en = {
  plain: 'You asked for a reminder.',
  gone: 'You asked for a reminder about a message that has been deleted or that you can no longer read.',
  about: (message: string, author: string) => `You asked for a reminder about ${message}, written by ${author}`,
  note: (note: string) => `Your note: ${note}`,
  thisDirect: 'this direct message',
  aMessage: 'a message',
  thisMessage: 'this message',
  somebody: 'someone',
}

export type Texts = typeof en
