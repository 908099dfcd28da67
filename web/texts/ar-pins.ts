import { count } from './ar.ts'
import type { enPins } from './en-pins.ts'
import type { Translated } from './translated.ts'

export const arPins: Translated<typeof enPins> = {
  pinned: (n) => count(n, 'رسالة واحدة مثبتة', 'رسالتان مثبتتان', 'رسائل مثبتة', 'رسالة مثبتة'),
  pinnedMessages: 'الرسائل المثبتة',
  pinnedFor: { own: 'لك', everyone: 'للجميع' },
  pinTopic: 'تثبيت لي',
  unpinTopic: 'إلغاء التثبيت لي',
  pinTopicForAll: 'تثبيت للجميع',
  unpinTopicForAll: 'إلغاء التثبيت للجميع',
  isPinned: 'مثبت',
}
