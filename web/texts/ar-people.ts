import { count, say } from './ar.ts'
import type { enPeople } from './en-people.ts'
import type { Translated } from './translated.ts'

export const arPeople: Translated<typeof enPeople> = {
  filter: 'تصفية الأشخاص',
  found: (n) => count(n, 'شخص واحد', 'شخصان', 'أشخاص', 'شخصًا'),
  nobody: 'لا أحد بهذا الاسم.',
  sections: { conversation: 'في هذه المحادثة', channel: 'في هذه القناة', others: 'كل الآخرين' },
  localTime: 'التوقيت المحلي',
  setStatus: 'اضبط حالتك…',
  status: 'ما تفعله الآن',
  statusIs: (text) => say`ما تفعله الآن: ${text}. تغيير`,
  chooseEmoji: 'اختيار رمز تعبيري',
  withoutEmoji: 'بلا رمز',
  statusText: 'بكلمات قليلة',
  until: 'حتى',
  untilCleared: 'أمسحه',
  inAnHour: 'لمدة ساعة',
  inFourHours: 'لمدة أربع ساعات',
  endOfDay: 'نهاية اليوم',
  endOfWeek: 'نهاية الأسبوع',
  save: 'حفظ',
  clear: 'مسح',
  usual: 'يقال كثيرًا',
  presets: [
    ['مشغول', 'working_on_it', '1f6e0'],
    ['في اجتماع', 'calendar', '1f4c5'],
    ['في الطريق', 'bus', '1f68c'],
    ['مريض', 'hurt', '1f915'],
    ['في إجازة', 'palm_tree', '1f334'],
    ['أعمل عن بُعد', 'house', '1f3e0'],
    ['في المكتب', 'office', '1f3e2'],
  ],
}
