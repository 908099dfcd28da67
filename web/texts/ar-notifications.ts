import type { NotificationTexts } from './en-notifications.ts'
import type { Translated } from './translated.ts'

const plural = new Intl.PluralRules('ar')
const number = new Intl.NumberFormat('ar-u-nu-latn')
const list = new Intl.ListFormat('ar')
/** A name stands for itself between words that run the other way. The service worker has these texts and no others. */
const own = (text: string) => `\u2068${text}\u2069`

const messages = (n: number): string => {
  const form = plural.select(n)
  if (form === 'one') return 'رسالة جديدة'
  if (form === 'two') return 'رسالتان جديدتان'
  return `${number.format(n)} ${form === 'few' ? 'رسائل جديدة' : 'رسالة جديدة'}`
}

export const arNotifications: Translated<NotificationTexts> = {
  place: (channel, topic) => `${own(`#${channel}`)} › ${topic === '' ? 'دردشة عامة' : own(topic)}`,
  names: (senders) =>
    senders.length > 3 ? `${senders.slice(0, 2).map(own).join('، ')} وآخرون` : list.format(senders.map(own)),
  inGroup: (senders) => `${senders}، في مجموعة`,
  said: (sender, text) => `${own(sender)}: ${own(text)}`,
  newMessages: (count) => messages(count),
  withoutText: 'رسالة جديدة',
  reply: 'رد',
  replyHere: 'اكتب ردًا',
  markRead: 'تعليم كمقروء',
  testTitle: 'Loquat',
  test: 'الإشعارات تصل إلى هنا.',
  notSent: (place) => `لم يُرسل ردك: ${place}`,
  signedOut: 'تم تسجيل خروجك هنا.',
  unreachable: 'لا يمكن الوصول إلى الخادم.',
  tryAgain: 'المحاولة مرة أخرى',
}
