/** What is wrong with a field of a form, by what declarations say of it in English; `{count}` is a number in it. */
export const fieldReasons = {
  de: {
    'cannot be blank': 'darf nicht leer sein',
    'is too short (minimum: {count} characters)': 'ist zu kurz (mindestens {count} Zeichen)',
    'is too long (limit: {count} characters)': 'ist zu lang (höchstens {count} Zeichen)',
    'contains characters that are not allowed in names': 'enthält Zeichen, die in Namen nicht erlaubt sind',
    'cannot end like a mention does': 'darf nicht wie eine Erwähnung enden',
    'is not an email address': 'ist keine E-Mail-Adresse',
  },
  ar: {
    'cannot be blank': 'لا يُترك فارغًا',
    'is too short (minimum: {count} characters)': 'قصير جدًا (الحد الأدنى: {count})',
    'is too long (limit: {count} characters)': 'طويل جدًا (الحد الأقصى: {count})',
    'contains characters that are not allowed in names': 'فيه أحرف غير مسموحة في الأسماء',
    'cannot end like a mention does': 'لا ينتهي كما تنتهي الإشارة',
    'is not an email address': 'ليس عنوان بريد إلكتروني',
  },
} as const
