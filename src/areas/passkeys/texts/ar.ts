import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  mail: {
    subject: (organization) => `تغيّر تسجيل الدخول إلى ${isolated(organization)}`,
    hello: (name) => `مرحبًا ${isolated(name)}،`,
    added: (organization, passkey) =>
      `أُضيف مفتاح المرور ${isolated(passkey)} إلى حسابك في ${isolated(organization)}. يمكنك الدخول به من الآن فصاعدًا.`,
    removed: (organization, passkey) =>
      `أُزيل مفتاح المرور ${isolated(passkey)} من حسابك في ${isolated(organization)}. لم يعد أحد يدخل به.`,
    ifNot: (organization) =>
      `إن لم تكن أنت فأزل من إعداداتك ما لا تعرفه، وغيّر كلمة المرور، وأخبر أحد مديري ${isolated(organization)}.`,
  },
}
