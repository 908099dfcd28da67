/** The notice about a scheduled message that couldn't be sent, in Markdown. */
export const en = {
  tooLate: 'The server wasn’t running at that time.',
  failed: (to: string, time: string, why: string) =>
    `Your message ${to}, scheduled for ${time}, couldn’t be sent: ${why}`,
  kept: 'You can reschedule or delete it in your scheduled messages.',
  to: (place: string) => `to ${place}`,
  toChannel: 'to a channel',
}

export type Texts = typeof en
