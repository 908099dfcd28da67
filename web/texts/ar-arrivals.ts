import { count, say } from './ar.ts'
import type { enArrivals } from './en-arrivals.ts'
import type { Translated } from './translated.ts'

export const arArrivals: Translated<typeof enArrivals> = {
  install: 'التثبيت كتطبيق',
  shareAgain: 'تعذر أخذ ما تمت مشاركته. شاركه مرة أخرى من فضلك.',
  nothingShared: 'لا يوجد هنا شيء تمت مشاركته.',
  tooManyShared: (left) =>
    say`تمت مشاركة أكثر مما يمكن أخذه دفعة واحدة، والزائد: ${count(left, 'ملف واحد', 'ملفان', 'ملفات', 'ملفًا')}.`,
  notUnderstood: 'هذا الرابط غير مفهوم.',
  elsewhere: (host) => say`يقود هذا الرابط إلى ${host}.`,
  openThere: 'فتحه هناك',
}
