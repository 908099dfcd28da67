import type { Texts } from './en.ts'

export const ar: Texts = {
  from: (sender) => `من: ${sender}`,
  noText: '(بلا نص)',
  tooLarge: (name) => `(كان الملف ${name} أكبر من أن يُحفظ)`,
  when: 'الموعد',
  where: 'المكان',
  cancelled: 'أُلغي',
}
