import { pluralIn } from '#platform/languages'

const count = pluralIn('en')

/** What a notification after a quiet time says. */
export const en = {
  whileQuiet: (parts: readonly string[]) => `While it was quiet: ${parts.join(', ')}`,
  direct_messages: (total: number) => count(total, { one: '# direct message', other: '# direct messages' }),
  mentions: (total: number) => count(total, { one: '# mention', other: '# mentions' }),
  followed_topics: (total: number) =>
    count(total, { one: '# message in a followed topic', other: '# messages in followed topics' }),
  channels: (total: number) => count(total, { one: '# message in a channel', other: '# messages in channels' }),
}

export type Texts = typeof en
