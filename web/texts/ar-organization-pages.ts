import type { enOrganizationPages } from './en-organization-pages.ts'
import type { Translated } from './translated.ts'

export const arOrganizationPages: Translated<typeof enOrganizationPages> = {
  'organization-profile': 'ملف المؤسسة',
  'organization-settings': 'طريقة عملها',
  'organization-permissions': 'من يجوز له ماذا',
  'organization-level-user-defaults': 'إعدادات القادمين الجدد',
  'default-channels-list': 'قنوات القادمين الجدد',
  'channel-folders': 'مجلدات القنوات',
  'profile-field-settings': 'حقول الملف الشخصي',
  'emoji-settings': 'الرموز التعبيرية',
  'linkifier-settings': 'الروابط التلقائية',
  'playground-settings': 'ساحات تجربة الشيفرة',
  domains: 'النطاقات',
  'auth-methods': 'طرق تسجيل الدخول',
  programs: 'البرامج المتصلة',
}
