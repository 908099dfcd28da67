import { say } from './ar.ts'
import type { enOwn } from './en-own.ts'
import type { Translated } from './translated.ts'

export const arOwn: Translated<typeof enOwn> = {
  look: 'المظهر',
  looks: { 1: 'كالجهاز', 3: 'فاتح', 2: 'داكن' },
  notChanged: 'تعذر تغيير ذلك. لا يمكن الوصول إلى الخادم.',
  settings: 'الإعدادات',
  keyboard: 'لوحة المفاتيح',
  help: 'المساعدة',
  browsers: 'أين سجلت دخولك',
  connect: 'ربط تطبيقات أخرى',
  signOut: 'تسجيل الخروج',
  signOutOf: (browser) => say`تسجيل الخروج من ${browser}`,
  signOutElsewhere: 'تسجيل الخروج من كل مكان آخر',
  signedOutElsewhere: 'أنت مسجل الدخول هنا وحده الآن.',
  thisOne: 'هذا المتصفح',
  lastSeen: (when, address) => say`آخر استخدام ${when}، من ${address}`,
  someBrowser: 'متصفح ما',
  browserOn: (browser, system) => say`${browser} على ${system}`,
  loading: 'يجري التحميل…',
}
