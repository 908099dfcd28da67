import type { Texts } from './en.ts'

export const ar: Texts = {
  asks: (agent, person) => `يطلب الوكيل ${agent}، الذي يتصرف نيابة عن ${person}، القيام بما يلي:`,
  reasons: {
    announcements: 'الطلب في الانتظار لأنه سيُكتب في قناة للإعلانات.',
    wide_mentions: 'الطلب في الانتظار لأنه سينادي أشخاصًا كثيرين.',
    others_messages: 'الطلب في الانتظار لأنه يتعلق برسائل أشخاص آخرين.',
    administration: 'الطلب في الانتظار لأنه يغيّر إدارة المؤسسة.',
  },
  how: (until) =>
    `تفاعل بـ :check: للموافقة أو بـ :cross_mark: للرفض، أو قرّر في الإعدادات تحت «الوكلاء». ينتظر الطلب حتى ${until}.`,
}
