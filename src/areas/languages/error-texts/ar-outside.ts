import type { deOutside } from './de-outside.ts'

export const arOutside: Readonly<Record<keyof typeof deOutside, string>> = {
  'Invalid attachment': 'هذا الملف غير موجود',
  'Upload not found': 'هذا الرفع غير موجود',
  'The file is too large (limit: {limit} MiB)': 'الملف كبير جدًا (الحد: {limit} MiB)',
  'Too many uploads have been begun and not finished (limit: {limit})': 'ملفات كثيرة قيد الرفع (الحد: {limit})',
  'You must specify a file to upload': 'اختر ملفًا لرفعه',
  'You may upload only one file at a time': 'ارفع ملفًا واحدًا في كل مرة',
  "There is no room for the file: it would exceed your organization's upload quota.":
    'لا مكان للملف: بلغت مؤسستك حصتها.',
  'File not found': 'الملف غير موجود',
  'This link has expired': 'انتهت صلاحية هذا الرابط',
  'This server is not configured for a service of meetings': 'هذا الخادم غير مهيّأ لخدمة اجتماعات',
  'You have not connected your account at {provider}, or have to do so again':
    'لم تربط حسابك لدى {provider}، أو عليك ربطه من جديد',
  'No meeting was made: {reason}': 'لم يُنشأ الاجتماع: {reason}',
  'This server is not configured for BigBlueButton': 'هذا الخادم غير مهيّأ لـ BigBlueButton',
  'This server is not configured for Nextcloud Talk': 'هذا الخادم غير مهيّأ لـ Nextcloud Talk',
  'This server is not configured for Constructor Groups': 'هذا الخادم غير مهيّأ لـ Constructor Groups',
  'This link is too old, or not whole. Begin again': 'هذا الرابط قديم جدًا أو غير كامل. ابدأ من جديد',
  'This was not begun in this browser, or too long ago. Begin again':
    'لم يبدأ هذا في هذا المتصفح، أو بدأ منذ وقت طويل. ابدأ من جديد',
  '{provider} says that it was not allowed': 'يقول {provider} إن ذلك لم يُسمح به',
  '{provider} did not do its part: {reason}': 'لم يقم {provider} بما عليه: {reason}',
  'This link to a call is not whole': 'هذا الرابط إلى مكالمة غير كامل',
  'Say who you are': 'قل من أنت',
  'The call could not be opened: {reason}': 'تعذّر فتح المكالمة: {reason}',
  'This server has no push relay: mobile notifications are not available.':
    'لا يستطيع هذا الخادم إرسال إشعارات إلى الأجهزة المحمولة.',
  'No device of yours is registered for notifications': 'لا جهاز لك مسجّل للإشعارات',
  'The push service does not accept this server': 'لا تقبل خدمة الإشعارات هذا الخادم',
  'The push service cannot be reached': 'تعذّر الوصول إلى خدمة الإشعارات',
  'The push service has failed; trying again later may help': 'أخفقت خدمة الإشعارات؛ حاول لاحقًا',
  'Device not recognized': 'هذا الجهاز غير معروف',
  'Private data is exported with consent only; whoever runs the server can let owners export everything.':
    'لا تُصدَّر البيانات الخاصة إلا بموافقة؛ ويستطيع من يدير الخادم السماح للمالكين بتصدير كل شيء.',
  'An organization can begin {limit} exports a week.': 'يمكن للمؤسسة بدء {limit} من عمليات التصدير في الأسبوع.',
  'There is no such export.': 'هذا التصدير غير موجود.',
  'The export is still under way.': 'ما زال التصدير جاريًا.',
  'The export has failed, so there is nothing to delete.': 'أخفق التصدير، فلا شيء لحذفه.',
  'The export is deleted already.': 'حُذف التصدير بالفعل.',
  'Your data can be downloaded {limit} times a day, and once at a time.':
    'يمكنك تنزيل بياناتك {limit} مرات في اليوم، مرة في كل حين.',
  'There is no such file, or it is not yours.': 'هذا الملف غير موجود، أو ليس لك.',
  'An archive can have at most {limit} MiB here.': 'حجم الأرشيف هنا {limit} MiB على الأكثر.',
  'Archives are taken in by whoever runs this server only.': 'لا يستورد الأرشيفات إلا من يدير هذا الخادم.',
  'Another import is under way.': 'استيراد آخر جارٍ الآن.',
  'There is no such import.': 'هذا الاستيراد غير موجود.',
  'The import has ended already.': 'انتهى الاستيراد بالفعل.',
  'This bot is not an incoming webhook that acts': 'هذا البوت ليس ويب هوك واردًا فعّالًا',
  'This bot is not an outgoing webhook that can be called': 'هذا البوت ليس ويب هوك صادرًا يمكن استدعاؤه',
  'There is no integration of this name': 'لا يوجد تكامل بهذا الاسم',
  'This address is for a program that posts: send the payload with POST':
    'هذا العنوان لبرنامج يرسل: أرسل البيانات بواسطة POST',
  'The post is not signed: {expected}': 'الإرسال غير موقّع: {expected}',
  'The signature or secret is wrong: {expected}': 'التوقيع أو السر غير صحيح: {expected}',
  'The post was signed more than five minutes ago or ahead': 'وُقّع الإرسال قبل أكثر من خمس دقائق أو في المستقبل',
  'The secret of this integration cannot be read any more: it has to be set again':
    'لم يعد ممكنًا قراءة سر هذا التكامل: يجب ضبطه من جديد',
  'The secret cannot be used: {reason}': 'لا يمكن استخدام السر: {reason}',
  'This integration has no such sample': 'ليس لهذا التكامل مثل هذه العيّنة',
  'The template cannot be used: {reason}': 'لا يمكن استخدام القالب: {reason}',
  'Only the generic integration has templates': 'للتكامل العام وحده قوالب',
  'A bot can have the settings of {limit} integrations': 'يمكن أن تكون للبوت إعدادات {limit} تكاملات',
  'A webhook can be tried out ten times in a minute': 'يمكن تجربة الويب هوك عشر مرات في الدقيقة',
  'A webhook can be tried out ten times in a minute, once at a time':
    'يمكن تجربة الويب هوك عشر مرات في الدقيقة، واحدة في كل مرة',
}
