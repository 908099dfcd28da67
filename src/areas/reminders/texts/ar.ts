import type { Texts } from './en.ts'

export const ar: Texts = {
  plain: 'طلبت تذكيرًا.',
  gone: 'طلبت تذكيرًا برسالة حُذفت، أو لم تعد تستطيع قراءتها.',
  about: (message, author) => `طلبت تذكيرًا بـ ${message}، كتبها ${author}`,
  note: (note) => `ملاحظتك: ${note}`,
  thisDirect: 'هذه الرسالة المباشرة',
  aMessage: 'رسالة',
  thisMessage: 'هذه الرسالة',
  somebody: 'شخص ما',
}
