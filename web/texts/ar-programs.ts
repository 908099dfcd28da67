import { names, say } from './ar.ts'
import type { enPrograms } from './en-programs.ts'
import type { Translated } from './translated.ts'

export const arPrograms: Translated<typeof enPrograms> = {
  lead: 'تسأل هذه البرامج الأشخاص هل يُسمح لها بالتصرف نيابةً عنهم. ما سمح به أحدهم يظهر في إعداداته ضمن رموز الوصول.',
  list: 'البرامج',
  none: 'لم يسأل أي برنامج بعد.',
  add: 'التعريف ببرنامج',
  name: { label: 'الاسم', help: 'يراه الأشخاص حين يسألهم البرنامج.' },
  addresses: {
    label: 'إلى أين يعود الأشخاص',
    help: 'عناوين البرنامج، واحد في كل سطر: https، أو http على 127.0.0.1. يحتاج البرنامج إلى معرّف العميل الذي يُنسخ من القائمة.',
  },
  copy: 'نسخ معرّف العميل',
  copyOf: (name) => say`نسخ معرّف العميل لـ ${name}`,
  leadsTo: (places) => `يقود إلى ${names.format(places)}`,
  knownBy: { itself: 'سجّل نفسه بنفسه', administrator: 'عرّف به أحد المديرين' },
  byDocument: (host) => say`معروف بمستند لدى ${host}`,
  since: (day) => say`منذ ${day}`,
  accounts: (number) =>
    number === 0
      ? 'لم يمنحه أحد الوصول'
      : number === 1
        ? 'منحه حساب واحد الوصول'
        : say`عدد الحسابات التي منحته الوصول: ${number}`,
  removeOf: (name) => say`إزالة ${name}؟`,
  removeMore: 'لن يبقى له أي وصول، إلى أيٍّ كان، على الفور.',
  remove: 'إزالة',
}
