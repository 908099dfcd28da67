/** What the author hears of a scheduled message that could not be sent, in Markdown. */
export const en = {
  tooLate: 'The server was not running at that time.',
  failed: (to: string, time: string, why: string) =>
    `Your message ${to}, scheduled for ${time}, could not be sent: ${why}`,
  kept: 'It is kept among your scheduled messages, where you can give it a new time or delete it.',
  to: (place: string) => `to ${place}`,
  toChannel: 'to a channel',
}

export type Texts = typeof en
