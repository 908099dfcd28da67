import { count, say } from './ar.ts'
import type { enPasswords } from './en-passwords.ts'
import type { Translated } from './translated.ts'

export const arPasswords: Translated<typeof enPasswords> = {
  length: (least) => say`${count(least, 'حرف واحد', 'حرفان', 'أحرف', 'حرفًا')} على الأقل.`,
  guessable: 'ضعيفة جدًا: سهلة التخمين',
  names: 'ضعيفة جدًا: تحتوي على اسم أو عنوان بريد',
  fair: 'مقبولة',
  good: 'جيدة',
  strong: 'قوية',
}
