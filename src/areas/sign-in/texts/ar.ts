import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  title: (organization) => `تسجيل الدخول إلى ${isolated(organization)}`,
  email: 'عنوان البريد الإلكتروني',
  username: 'اسم المستخدم أو عنوان البريد الإلكتروني',
  password: 'كلمة المرور',
  signIn: 'تسجيل الدخول',
  forgotten: 'نسيت كلمة المرور',
  read: 'القراءة دون حساب',
  register: 'إنشاء حساب',
  notSignedIn: 'لم يتم تسجيل دخولك',
  again: 'ابدأ من جديد',
  signedIn: 'تم تسجيل الدخول',
  youAre: (organization, name) => `سجّلت الدخول إلى ${isolated(organization)} باسم ${isolated(name)}.`,
  backToApp: 'العودة إلى التطبيق',
  copy: 'انسخ هذا إلى البرنامج الذي أتى بك إلى هنا، ولا تنسخه إلى أي مكان آخر. يصلح مرة واحدة خلال الدقائق الخمس القادمة.',
  forProgram: 'للبرنامج',
  wantsKey: 'يريد برنامج لا يعرف طريقة أخرى مفتاح API الخاص بك. من يملك المفتاح يستطيع فعل كل ما تستطيعه.',
  showKey: 'إظهار مفتاح API',
  key: {
    title: 'مفتاح API الخاص بك',
    address: 'العنوان',
    email: 'البريد الإلكتروني',
    key: 'مفتاح API',
    keep: 'احفظه كما تحفظ كلمة المرور.',
  },
  secondStep: {
    title: 'الخطوة الثانية',
    codeOfApp: 'اكتب الرمز الذي يعرضه الآن تطبيق الرموز لمرة واحدة.',
    code: 'الرمز',
    orRecovery: 'إن لم يكن التطبيق معك فاكتب أحد رموز الاسترداد. يصلح كل منها مرة واحدة.',
    setUp: 'إعداد عامل ثانٍ',
    required: (organization) =>
      `تتطلب ${isolated(organization)} عاملًا ثانيًا: من الآن فصاعدًا تكتب أيضًا رمزًا لمرة واحدة عند تسجيل الدخول.`,
    scan: 'اقرأ هذه الصورة بتطبيق للرموز لمرة واحدة على هاتفك.',
    picture: 'رمز QR للتطبيق',
    orType: 'أو اكتب هذا في التطبيق:',
    openApp: 'فتح التطبيق على هذا الجهاز',
    firstCode: 'الرمز الذي يعرضه التطبيق بعد ذلك',
    turnOn: 'تشغيل',
    recoveryTitle: 'رموز الاسترداد',
    recovery: 'اكتبها واحفظها في مكان آمن: بكل منها تسجل الدخول مرة واحدة حين لا يكون التطبيق معك. لا تُعرض إلا هنا.',
    goOn: 'لقد حفظتها',
  },
  linked: {
    subject: (organization, provider) => `تسجيل الدخول إلى ${isolated(organization)} بواسطة ${isolated(provider)}`,
    hello: (name) => `مرحبًا ${isolated(name)}،`,
    text: (organization, provider) =>
      `تم الدخول إلى حسابك في ${isolated(organization)} بواسطة ${isolated(provider)} لأول مرة. من الآن فصاعدًا يمكنك تسجيل الدخول بهذه الطريقة.`,
    warning: (organization) => `إن لم تكن أنت فأخبر أحد مديري ${isolated(organization)}.`,
  },
}
