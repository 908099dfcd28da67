import { pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('ar')

const messages = (total: number) =>
  count(total, { one: 'رسالة', two: 'رسالتان', few: '# رسائل', many: '# رسالة', other: '# رسالة' })

export const ar: Texts = {
  whileQuiet: (parts) => `أثناء الهدوء: ${parts.join('، ')}`,
  direct_messages: (total) =>
    count(total, {
      one: 'رسالة مباشرة',
      two: 'رسالتان مباشرتان',
      few: '# رسائل مباشرة',
      many: '# رسالة مباشرة',
      other: '# رسالة مباشرة',
    }),
  mentions: (total) =>
    count(total, {
      one: 'إشارة إليك',
      two: 'إشارتان إليك',
      few: '# إشارات إليك',
      many: '# إشارة إليك',
      other: '# إشارة إليك',
    }),
  followed_topics: (total) => `${messages(total)} في مواضيع تتابعها`,
  channels: (total) => `${messages(total)} في قنوات`,
}
