import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  connect: {
    title: (provider) => `الاتصال بـ ${isolated(provider)}`,
    aboutTo: (organization, provider, name, email) =>
      `أنت على وشك السماح لـ ${isolated(organization)} بإنشاء اجتماعات لدى ${isolated(provider)} لحساب ${isolated(name)} (${isolated(email)}). تابع فقط إن كنت أنت صاحبه.`,
    goOn: (provider) => `المتابعة إلى ${isolated(provider)}`,
    connected: (provider) => `تم الاتصال بـ ${isolated(provider)}`,
    canBeMade: (provider, name) =>
      `يمكن الآن إنشاء اجتماعات لدى ${isolated(provider)} لحساب ${isolated(name)}. يمكنك إغلاق هذه الصفحة.`,
  },
  failed: 'لم ينجح ذلك',
  name: 'اسمك',
  join: 'الانضمام إلى المكالمة',
  enter: 'دخول المكالمة',
  made: (url) => `أنشأت مكالمة. من يفتح [هذا العنوان](${url}) هو مشرفها: احتفظ به لنفسك، وشارك العنوان الآخر.`,
}
