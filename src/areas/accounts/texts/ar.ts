import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  fields: {
    name: 'اسمك',
    email: 'عنوان البريد الإلكتروني',
    newPassword: 'كلمة مرور جديدة',
    passwordHint: (fewest) => `${fewest} من الأحرف على الأقل.`,
    strength: {
      guessable: 'ضعيفة جدًا: سهلة التخمين',
      names: 'ضعيفة جدًا: تحتوي على اسم أو عنوان بريد',
      fair: 'مقبولة',
      good: 'جيدة',
      strong: 'قوية',
    },
    channelGroups: 'القنوات التي تبدأ بها',
    theName: 'الاسم',
    theAddress: 'العنوان',
    thePassword: 'كلمة المرور',
  },
  join: {
    title: (organization) => `الانضمام إلى ${isolated(organization)}`,
    ownAddress: 'عنوانك:',
    signsInWithAddress: 'ستسجّل الدخول بعنوانك.',
    addressFirst: 'عنوانك أولًا: سيصلك رابط عليه.',
    make: 'إنشاء حسابي',
    goOn: 'متابعة',
    sendLink: 'أرسل إليّ الرابط',
    haveAccount: 'لديّ حساب',
    continueWith: (provider) => `المتابعة بواسطة ${isolated(provider)}`,
    isTaken: 'يوجد حساب بهذا العنوان.',
    noMail: (organization) =>
      `لا يستطيع هذا الخادم إرسال البريد، فلا يمكنه التحقق من عنوانك. اطلب من أحد مديري ${isolated(organization)} أن ينشئ لك حسابًا.`,
    accepted: (person) => `قبل ${person} دعوتك وانضمّ.`,
  },
  sent: {
    title: 'راجع بريدك',
    link: (email) => `أُرسل رابط إلى ${isolated(email)}، وهو صالح ليوم واحد.`,
    reset: (email) => `إن كان لـ ${isolated(email)} حساب هنا فقد أُرسل إليه رابط صالح لساعة واحدة.`,
  },
  wrong: 'هذا غير ممكن',
  forgotten: {
    title: 'نسيت كلمة المرور؟',
    button: 'أرسل إليّ رابطًا',
    noMail: (organization) =>
      `لا يستطيع هذا الخادم إرسال البريد، فلا يمكنه أن يرسل إليك رابطًا. اطلب من أحد مديري ${isolated(organization)} أن تُضبط لك كلمة مرور جديدة على الخادم.`,
  },
  reset: {
    title: 'كلمة مرور جديدة',
    button: 'تعيين كلمة المرور',
    done: 'تم تعيين كلمة المرور الجديدة. سجّل الدخول بها أينما تستخدم حسابك.',
  },
  done: 'تم',
  address: {
    title: 'عنوانك الجديد',
    becomes: (name) => `سيصبح عنوان ${isolated(name)}`,
    before: (before) => ` بدلًا من ${isolated(before)}.`,
    use: 'استخدام هذا العنوان',
    changed: (organization, email) =>
      `عنوانك في ${isolated(organization)} هو الآن ${isolated(email)}. سجّل الدخول به من الآن فصاعدًا.`,
    stopTitle: 'إيقاف تغيير عنوانك',
    stays: (name) => `يبقى عنوان ${isolated(name)}`,
    stop: 'إيقاف التغيير',
    stopped: 'أُوقف التغيير',
    stoppedText: 'يبقى عنوانك كما هو. إن لم تطلب عنوانًا آخر فعيّن الآن كلمة مرور جديدة ومفتاح API جديدًا.',
  },
  mails: {
    hello: (name) => `مرحبًا ${isolated(name)}،`,
    helloStranger: 'مرحبًا،',
    join: {
      subject: (organization) => `الانضمام إلى ${isolated(organization)}`,
      text: (organization) => `بهذا الرابط تنشئ حسابك في ${isolated(organization)}. وهو صالح ليوم واحد.`,
      nothing: 'إن لم تطلب ذلك فلا يلزمك فعل شيء.',
    },
    known: {
      subject: (organization) => `لديك حساب في ${isolated(organization)}`,
      text: (organization, url) =>
        `أراد شخص ما، وغالبًا أنت، الانضمام إلى ${isolated(organization)} بهذا العنوان. يوجد حساب به بالفعل: سجّل الدخول على ${isolated(url)}.`,
      forgotten: 'إن كنت قد نسيت كلمة المرور',
    },
    signIn: {
      subject: (organization) => `رابطك إلى ${isolated(organization)}`,
      text: (organization) =>
        `يريد أحدهم، ولعله أنت، تسجيل الدخول إلى ${isolated(organization)}. يُدخلك هذا الرابط، ويصلح مرة واحدة خلال ربع ساعة.`,
      link: 'تسجيل الدخول',
      nothing: 'إن لم تطلبه فلا داعي لفعل شيء. لا تعطِ الرابط لأحد.',
    },
    reset: {
      subject: (organization) => `كلمة مرور جديدة في ${isolated(organization)}`,
      text: (organization) =>
        `يريد شخص ما، وغالبًا أنت، كلمة مرور جديدة لحسابك في ${isolated(organization)}. يمكنك تعيينها بهذا الرابط، وهو صالح لساعة واحدة.`,
      link: 'تعيين كلمة مرور جديدة',
      nothing: 'إن لم تطلب ذلك فلا يلزمك فعل شيء: تبقى كلمة المرور كما هي.',
    },
    newAddress: {
      subject: (organization) => `عنوانك الجديد في ${isolated(organization)}`,
      text: (organization, email, before) =>
        `طلبت أن يصبح ${isolated(email)} عنوان حسابك في ${isolated(organization)} بدلًا من ${isolated(before)}. يتم ذلك بهذا الرابط، وهو صالح ليوم واحد.`,
      link: 'استخدام هذا العنوان',
      nothing: 'إن لم تطلب ذلك فلا يلزمك فعل شيء: لن يتغيّر شيء.',
    },
    otherAddress: {
      subject: (organization) => `عنوان آخر لحسابك في ${isolated(organization)}؟`,
      text: (organization, email, before) =>
        `يريد شخص ما، وغالبًا أنت، أن يصبح ${isolated(email)} عنوان حسابك في ${isolated(organization)} بدلًا من ${isolated(before)}. يتم ذلك عند فتح الرابط المرسل إلى هناك.`,
      warning: 'إن لم تكن أنت فحسابك في يد شخص آخر. أوقف التغيير بهذا الرابط، ثم عيّن كلمة مرور جديدة ومفتاح API جديدًا.',
      link: 'إيقاف التغيير',
    },
    changed: {
      subject: (organization) => `تغيّر عنوانك في ${isolated(organization)}`,
      toNew: (organization, url) =>
        `هذا هو الآن عنوان حسابك في ${isolated(organization)}. من الآن فصاعدًا سجّل الدخول به على ${isolated(url)}.`,
      toOld: (organization, before, email) =>
        `كان عنوان حسابك في ${isolated(organization)} هو ${isolated(before)} وأصبح ${isolated(email)}.`,
      warning: (organization, url) =>
        `إن لم تكن أنت فحسابك في يد شخص آخر: أخبر أحد مديري ${isolated(organization)} (${isolated(url)}).`,
    },
  },
}
