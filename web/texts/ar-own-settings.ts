import type { enOwnSettings } from './en-own-settings.ts'
import type { Translated } from './translated.ts'

export const arOwnSettings: Translated<typeof enOwnSettings> = {
  titles: {
    profile: 'الملف الشخصي',
    account: 'الحساب والخصوصية',
    preferences: 'التفضيلات',
    notifications: 'الإشعارات',
    topics: 'المواضيع',
    alertWords: 'كلمات التنبيه',
    mutedUsers: 'الأشخاص المكتومون',
    uploads: 'الملفات المرفوعة',
    bots: 'بوتاتك',
    sessions: 'المتصفحات والهواتف',
    secondFactor: 'مفاتيح المرور والرموز',
    accessTokens: 'رموز الوصول',
    agents: 'الوكلاء',
    keyboard: 'لوحة المفاتيح',
  },
  groups: {
    look: 'المظهر',
    language: 'اللغة والوقت',
    writing: 'الكتابة',
    reading: 'القراءة',
    sidebars: 'الأشرطة الجانبية وصندوق الوارد',
    screen: 'على الشاشة',
    phone: 'على هاتفك',
    email: 'بالبريد الإلكتروني',
    otherEmails: 'رسائل بريدية أخرى',
    topics: 'تلقائيًا',
    privacy: 'الخصوصية',
  },
  noSound: 'بلا صوت',
}
