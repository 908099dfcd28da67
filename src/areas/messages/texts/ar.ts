import { pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('ar')

const what = (total: number | 'all') =>
  total === 'all'
    ? 'هذا الموضوع'
    : count(total, { one: 'رسالة واحدة', two: 'رسالتين', few: '# رسائل', many: '# رسالة', other: '# رسالة' })

export const ar: Texts = {
  cutOff: '[اختُصرت الرسالة]',
  topics: { signups: 'المنضمّون الجدد', channelEvents: 'أحداث القناة', newChannels: 'قنوات جديدة' },
  subscribed: (who, channel) => `أضافك ${who} إلى القناة ${channel}.`,
  subscribedToSeveral: (who) => `أضافك ${who} إلى هذه القنوات:`,
  joined: (who) => `انضمّ ${who} إلى هذه المؤسسة.`,
  joinedAsGuest: (who) => `انضمّ ${who} إلى هذه المؤسسة ضيفًا.`,
  welcome: {
    to: (organization) => `مرحبًا بك في **${organization}**! :wave:`,
    topics: 'لكل محادثة هنا *موضوع*: افتح قناة، واختر موضوعًا أو ابدأ موضوعًا جديدًا، واكتب.',
    tour:
      '**هل أعرّفك بالمكان؟** إنها أربع خطوات صغيرة، واحدة تلو الأخرى، ولا يعلم بها أحد غيرك. الأولى: أجب عن هذه الرسالة ' +
      'بأي كلمات. تنتقل كلمة `التالي` إلى الخطوة التالية، وتُنهي كلمة `كفى` الجولة.',
    ask: 'اسألني عن Loquat في أي وقت: أبحث في [المساعدة](/help/)، بكلمات إنجليزية.',
  },
  channel: {
    privacy: {
      webPublic: 'عامة على الويب',
      public: 'عامة',
      sharedHistory: 'خاصة (بسجل مشترك)',
      protectedHistory: 'خاصة (بسجل محميّ)',
    },
    kept: {
      asOrganization: 'كما تحدّد المؤسسة',
      forEver: 'إلى الأبد',
      days: (days) => count(days, { one: 'يومًا واحدًا', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' }),
    },
    nobody: 'لا أحد',
    andMore: (more) => ` و${more} غيرهم`,
    noDescription: '*لا وصف.*',
    created: (privacy, who) => `أنشأ ${who} هذه القناة (**${privacy}**).`,
    announced: (who, channels) =>
      `أنشأ ${who} ${channels.length === 1 ? 'قناة جديدة' : 'قنوات جديدة'}: ${channels.join('، ')}.`,
    renamed: (who, before, now) => `غيّر ${who} اسم هذه القناة من **${before}** إلى **${now}**.`,
    described: (who) => `غيّر ${who} وصف هذه القناة.`,
    before: '**قبل:**',
    now: '**الآن:**',
    privacyChanged: (who, before, now) => `غيّر ${who} خصوصية هذه القناة من **${before}** إلى **${now}**.`,
    postingChanged: (who, before, now) => `غيّر ${who} من يكتب في هذه القناة: قبل ذلك ${before}، والآن ${now}.`,
    keptChanged: (who, before, now) => `غيّر ${who} مدة حفظ رسائل هذه القناة: قبل ذلك **${before}**، والآن **${now}**.`,
    archived: (who) => `أرشف ${who} هذه القناة.`,
    unarchived: (who) => `أعاد ${who} هذه القناة من الأرشيف.`,
  },
  moved: {
    here: (total, place, who) => `نقل ${who} ${what(total)} إلى هنا${place && ` من ${place}`}.`,
    away: (total, place, who) => `نقل ${who} ${what(total)}${place ? ` إلى ${place}` : ' من هنا'}.`,
  },
  resolved: (who) => `علّم ${who} هذا الموضوع كمنتهٍ.`,
  unresolved: (who) => `علّم ${who} هذا الموضوع كغير منتهٍ.`,
  report: {
    topic: (author) => `بلاغات عن ${author}`,
    inChannel: (reporter, author, place, kind) => `أبلغ ${reporter} عن رسالة من ${author} في ${place}: **${kind}**`,
    inDirect: (reporter, author, kind) => `أبلغ ${reporter} عن رسالة من ${author} في محادثة مباشرة: **${kind}**`,
    kinds: {
      spam: 'رسائل مزعجة',
      harassment: 'مضايقة',
      inappropriate: 'محتوى غير لائق',
      norms: 'مخالفة لقواعد المجتمع',
      other: 'شيء آخر',
    },
    said: 'ما قيل عنها:',
    message: 'الرسالة:',
  },
}
