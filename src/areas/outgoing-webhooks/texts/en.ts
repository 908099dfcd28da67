/** What a bot's owner hears of its webhook, in Markdown; why it failed stays in English, as programs say it. */
export const en = {
  failed: (bot: string, why: string) => `Your bot ${bot} was addressed, but its webhook did not do its part: ${why}.`,
  failedIn: (bot: string, place: string, why: string) =>
    `Your bot ${bot} was addressed in ${place}, but its webhook did not do its part: ${why}.`,
  quiet: 'Further problems of this bot are reported after ten minutes at the earliest.',
}

export type Texts = typeof en
