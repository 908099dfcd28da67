import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  mail: {
    subject: (organization) => `تغيّر تسجيل الدخول إلى ${isolated(organization)}`,
    hello: (name) => `مرحبًا ${isolated(name)}،`,
    on: (organization) =>
      `من الآن فصاعدًا تحتاج أيضًا إلى رمز لمرة واحدة من تطبيقك لتسجيل الدخول إلى ${isolated(organization)} بكلمة المرور. احفظ رموز الاسترداد في مكان آمن.`,
    off: (organization) =>
      `أُوقف العامل الثاني لحسابك في ${isolated(organization)}. تكفي كلمة المرور من جديد لتسجيل الدخول.`,
    removed: (organization) =>
      `أزال أحد المديرين العامل الثاني لحسابك في ${isolated(organization)}. تكفي كلمة المرور لتسجيل الدخول إلى أن تُعدّ عاملًا جديدًا في إعداداتك.`,
    renewed: (organization) => `لحسابك في ${isolated(organization)} رموز استرداد جديدة. لم تعد الرموز السابقة صالحة.`,
    used: (organization, left) =>
      `استُخدم أحد رموز استرداد حسابك في ${isolated(organization)}. عدد الرموز المتبقية: ${left}.`,
    ifNot: (organization) => `إن لم تكن أنت فغيّر كلمة المرور فورًا وأخبر أحد مديري ${isolated(organization)}.`,
  },
}
