import type { Texts } from './en.ts'

export const ar: Texts = {
  signOut: 'تسجيل الخروج',
  signedOut: 'تم تسجيل الخروج',
  signInAgain: 'تسجيل الدخول من جديد',
}
