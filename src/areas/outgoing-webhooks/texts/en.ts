/** Notices to a bot's owner about its webhook, in Markdown; the reasons stay in English. */
export const en = {
  failed: (bot: string, why: string) => `Your bot ${bot} received a message, but its webhook failed: ${why}.`,
  failedIn: (bot: string, place: string, why: string) =>
    `Your bot ${bot} received a message in ${place}, but its webhook failed: ${why}.`,
  quiet: 'You won’t be notified about this bot again for at least ten minutes.',
}

export type Texts = typeof en
