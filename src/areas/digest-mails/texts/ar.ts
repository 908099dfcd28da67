import { isolated, listIn, pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('ar')
const list = listIn('ar')

const messages = (total: number): string =>
  count(total, { one: 'رسالة واحدة', two: 'رسالتان', few: '# رسائل', many: '# رسالة', other: '# رسالة' })
const topics = (total: number): string =>
  count(total, { one: 'موضوع واحد', two: 'موضوعين', few: '# مواضيع', many: '# موضوعًا', other: '# موضوع' })

export const ar: Texts = {
  subject: (organization) => `ما فاتك في ${isolated(organization)}`,
  intro: (total, conversations, organization) =>
    `لم تكن في ${isolated(organization)} منذ مدة. لم تقرأ بعد: ${messages(total)} في ${topics(conversations)}.`,
  line: (place, total, names) =>
    `${isolated(place)}: ${messages(total)}${names.length > 0 ? ` من ${list(names.map(isolated))}` : ''}`,
  reason: 'تصلك هذه الرسالة لأنك كنت غائبًا ولم توقف الملخصات.',
  catchUp: 'الاطلاع على ما فات',
  noMore: 'لا مزيد من الملخصات',
}
