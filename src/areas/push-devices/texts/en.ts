import { pluralIn } from '#platform/languages'

const count = pluralIn('en')

/** The notification after a Do not disturb period. */
export const en = {
  whileQuiet: (parts: readonly string[]) => `While your notifications were paused: ${parts.join(', ')}`,
  direct_messages: (total: number) => count(total, { one: '# direct message', other: '# direct messages' }),
  mentions: (total: number) => count(total, { one: '# mention', other: '# mentions' }),
  followed_topics: (total: number) =>
    count(total, { one: '# message in a followed topic', other: '# messages in followed topics' }),
  channels: (total: number) => count(total, { one: '# message in a channel', other: '# messages in channels' }),
}

export type Texts = typeof en
