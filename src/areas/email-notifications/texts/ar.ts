import { isolated, listIn, pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('ar')
const list = listIn('ar')

const messages = (total: number) =>
  count(total, { one: 'رسالة واحدة', two: 'رسالتان', few: '# رسائل', many: '# رسالة', other: '# رسالة' })
const others = (total: number) =>
  count(total, { one: 'شخص آخر', two: 'شخصين آخرين', few: '# آخرين', many: '# آخرين', other: '# آخرين' })

export const ar: Texts = {
  somebody: 'شخص ما',
  listed: (names, more) => list([...names.map(isolated), ...(more > 0 ? [others(more)] : [])]),
  direct: (people) => `رسائل مباشرة مع ${people}`,
  inPlace: (senders, place) => `${senders} في ${isolated(place)}`,
  via: (sender, organization) => `${isolated(sender)} عبر ${isolated(organization)}`,
  newMessages: (total) => count(total, { one: 'رسالة جديدة', two: 'رسالتان جديدتان', other: 'رسائل جديدة' }),
  thereAre: (total, organization) =>
    `${count(total, {
      one: 'لك رسالة جديدة',
      two: 'لك رسالتان جديدتان',
      few: 'لك # رسائل جديدة',
      many: 'لك # رسالة جديدة',
      other: 'لك # رسالة جديدة',
    })} في ${isolated(organization)}.`,
  more: (total) => `و${messages(total)} أخرى.`,
  readsNoMail: 'لا أحد يقرأ البريد على هذا العنوان: أجب حيث توجد الرسائل.',
  readsAnswers: 'أجب عن هذه الرسالة البريدية ليُنشر ردّك هناك باسمك.',
  openIn: (organization) => `فتح في ${isolated(organization)}`,
  noMore: 'لا مزيد من البريد عن الرسائل',
  hiddenPart: 'هذا الجزء مخفيّ حتى تفتح الرسالة.',
  reasons: {
    group: (name) => `وصلك هذا البريد لأن ${isolated(`@${name}`)} قد أُشير إليها.`,
    mentioned: 'وصلك هذا البريد لأنه أُشير إليك.',
    direct: 'وصلك هذا البريد لأن أحدهم كتب إليك.',
    topicWildcard: 'وصلك هذا البريد لأنه أُشير إلى الجميع في الموضوع.',
    channelWildcard: 'وصلك هذا البريد لأنه أُشير إلى الجميع في القناة.',
    followed: 'وصلك هذا البريد لأنك تتابع الموضوع.',
    channel: 'وصلك هذا البريد لأنك اخترت البريد لهذه القناة.',
    hiddenByChoice: 'لا يذكر هذا البريد محتواها، كما اخترت.',
    hiddenByRule: (organization) =>
      `لا يذكر هذا البريد محتواها، لأن ${isolated(organization)} تُبقي الرسائل خارج البريد.`,
    quiet: 'وصلك هذا البريد لأن الإشعارات كانت متوقفة، أو بسبب ساعات الهدوء.',
  },
  quiet: {
    intro: (total, conversations) =>
      `أثناء الهدوء وصلتك ${messages(total)} في ${count(conversations, {
        one: 'محادثة واحدة',
        two: 'محادثتين',
        few: '# محادثات',
        many: '# محادثة',
        other: '# محادثة',
      })}.`,
    title: (total) => `أثناء الهدوء: ${messages(total)}`,
    line: (place, total, senders) => `${isolated(place)}: ${messages(total)} من ${senders}`,
  },
  signIn: {
    subject: (organization) => `تسجيل دخول جديد إلى ${isolated(organization)}`,
    hello: (name) => `مرحبًا ${isolated(name)}،`,
    text: (organization) => `سجّل أحدهم الدخول للتوّ إلى حسابك في ${isolated(organization)}:`,
    when: (time) => `متى: ${isolated(time)}`,
    from: (address) => `من: ${isolated(address)}`,
    with: (program) => `بواسطة: ${isolated(program)}`,
    as: (email) => `باسم: ${isolated(email)}`,
    unknownProgram: 'برنامج لا يذكر اسمه',
    ifYou: 'إن كنت أنت فكل شيء على ما يرام.',
    ifNot: 'وإلا فاختر كلمة مرور أخرى واطلب مفتاح API جديدًا: فالقديمان لا يفتحان شيئًا بعد ذلك.',
    ending: 'يمكنك إيقاف هذا البريد في إعدادات الإشعارات.',
  },
  kinds: {
    messages: {
      title: 'البريد عن الرسائل',
      sends: (organization) =>
        `ترسل إليك ${isolated(organization)} بريدًا عن الرسائل التي فاتتك. يمكنك تشغيله من جديد في إعداداتك.`,
      stopped: (organization) => `لن ترسل إليك ${isolated(organization)} بريدًا عن الرسائل بعد الآن.`,
    },
    digest: {
      title: 'الملخصات بالبريد',
      sends: (organization) =>
        `ترسل إليك ${isolated(organization)} بريدًا يلخص ما فاتك في غيابك. يمكنك تشغيله من جديد في إعداداتك.`,
      stopped: (organization) => `لن ترسل إليك ${isolated(organization)} ملخصات بعد الآن.`,
    },
    'sign-in': {
      title: 'البريد عن تسجيل الدخول',
      sends: (organization) =>
        `ترسل إليك ${isolated(organization)} بريدًا كلما سجّل أحد الدخول إلى حسابك. يمكنك تشغيله من جديد في إعداداتك.`,
      stopped: (organization) => `لن ترسل إليك ${isolated(organization)} بريدًا عن تسجيل الدخول بعد الآن.`,
    },
  },
  noMoreSignIns: 'لا مزيد من البريد عن تسجيل الدخول',
  pages: {
    wrongLink: 'هذا الرابط لا يعمل',
    notOurs: 'إنه غير كامل، أو ليس من هنا. يمكنك إيقاف البريد في إعداداتك أيضًا.',
    stop: 'لا ترسلوا إليّ المزيد منه',
    done: 'تم',
  },
}
