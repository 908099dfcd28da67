import { dateIn, isolated } from '#platform/languages'
import type { Texts } from './en.ts'

const date = dateIn('ar')

export const ar: Texts = {
  hello: 'مرحبًا،',
  somebody: 'شخص ما',
  subject: (inviter, organization) => `يدعوك ${isolated(inviter)} إلى ${isolated(organization)}`,
  reminderSubject: (inviter, organization) => `تذكير: يدعوك ${isolated(inviter)} إلى ${isolated(organization)}`,
  reminder: 'دُعيت قبل أيام ولم تنضمّ بعد.',
  text: (inviter, organization) =>
    `يدعوك ${isolated(inviter)} إلى ${isolated(organization)}، حيث يتحدّث فريق في قنوات ومواضيع.`,
  join: (organization) => `الانضمام إلى ${isolated(organization)}`,
  yours: 'من يفتح هذا الرابط يمكنه الانضمام بدلًا منك: لا تعطه لأحد.',
  yoursUntil: (end) => `الرابط صالح حتى ${isolated(date(end))}. من يفتحه يمكنه الانضمام بدلًا منك: لا تعطه لأحد.`,
  nothing: 'إن لم تكن تعرف ما الأمر فلا يلزمك فعل شيء.',
}
