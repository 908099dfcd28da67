import type { Texts } from './en.ts'

export const ar: Texts = {
  tooLate: 'لم يكن الخادم يعمل في ذلك الوقت.',
  failed: (to, time, why) => `تعذّر إرسال رسالتك ${to} المجدولة في ${time}: ${why}`,
  kept: 'تبقى بين رسائلك المجدولة، حيث يمكنك تحديد وقت جديد لها أو حذفها.',
  to: (place) => `إلى ${place}`,
  toChannel: 'إلى قناة',
}
