import { pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('de')

export const de: Texts = {
  whileQuiet: (parts) => `Während Ruhe war: ${parts.join(', ')}`,
  direct_messages: (total) => count(total, { one: '# Direktnachricht', other: '# Direktnachrichten' }),
  mentions: (total) => count(total, { one: '# Erwähnung', other: '# Erwähnungen' }),
  followed_topics: (total) =>
    count(total, {
      one: '# Nachricht in einem Thema, dem du folgst',
      other: '# Nachrichten in Themen, denen du folgst',
    }),
  channels: (total) => count(total, { one: '# Nachricht in einem Kanal', other: '# Nachrichten in Kanälen' }),
}
