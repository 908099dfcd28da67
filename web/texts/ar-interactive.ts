import { count } from './ar.ts'
import type { enInteractive } from './en-interactive.ts'
import type { Translated } from './translated.ts'

export const arInteractive: Translated<typeof enInteractive> = {
  form: 'جوابك',
  ownAnswer: 'لقد أجبت:',
  choose: 'اختر…',
  send: 'إرسال',
  notAsked: 'السؤال موجّه إلى غيرك.',
  closed: 'لم يعد الجواب عن هذا ممكنًا.',
  answers: (n) => count(n, 'جواب واحد', 'جوابان', 'أجوبة', 'جوابًا'),
  seenByAll: 'يرى الأجوبة كل من يستطيع قراءة هذه الرسالة.',
}
