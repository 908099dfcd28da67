import { count, names, say } from './ar.ts'
import type { enMembers } from './en-members.ts'
import type { Translated } from './translated.ts'

const people = (n: number) => count(n, 'شخص واحد', 'شخصان', 'أشخاص', 'شخصًا')

export const arMembers: Translated<typeof enMembers> = {
  choose: (name) => say`اختيار ${name}`,
  chooseAll: (n) => say`كل هؤلاء (${n})`,
  removeChosen: (n) => (n === 0 ? 'إزالة المختارين' : say`إزالة المختارين: ${people(n)}`),
  fromElsewhere: 'من قناة أخرى، أو من قائمة',
  fromChannel: 'كل من في القناة',
  chooseChannel: 'اختيار قناة',
  addMembersOf: 'إضافة إلى القائمة',
  pasted: 'عناوين أو أسماء',
  pastedHint: 'واحد في كل سطر، أو بفواصل بينها.',
  lookUp: 'البحث عنهم',
  foundOf: (n) => say`عُثر على ${people(n)} ووُضعوا في القائمة.`,
  notFound: (who) => say`لم يُعثر على: ${names.format(who)}.`,
  severalOf: (who) => say`يوجد أكثر من شخص باسم ${names.format(who)}: اختر بالاسم أعلاه.`,
  alreadyIn: (n) => say`في القناة من قبل: ${people(n)}.`,
}
