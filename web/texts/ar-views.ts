import { count, names, say } from './ar.ts'
import type { enViews } from './en-views.ts'
import type { Translated } from './translated.ts'

const messagesOf = (n: number) => count(n, 'رسالة واحدة', 'رسالتان', 'رسائل', 'رسالة')
const unreadOf = (n: number) =>
  count(n, 'رسالة واحدة غير مقروءة', 'رسالتان غير مقروءتين', 'رسائل غير مقروءة', 'رسالة غير مقروءة')
const conversationsOf = (n: number) => count(n, 'محادثة واحدة', 'محادثتين', 'محادثات', 'محادثة')

export const arViews: Translated<typeof enViews> = {
  filterRows: 'تصفية المحادثات',
  whichUnread: 'أيها',
  whichShown: {
    heard: 'كل ما ليس مكتومًا',
    mentioned: 'ما فيه إشارات إليك',
    followed: 'المواضيع التي تتابعها',
    direct: 'الرسائل المباشرة',
    all: 'كل شيء، والمكتوم أيضًا',
  },
  whereUnread: 'أين',
  everywhere: 'في كل مكان',
  inboxSummary: (messages, mentions, directs) =>
    [
      unreadOf(messages),
      ...(mentions > 0 ? [count(mentions, 'إشارة واحدة', 'إشارتان', 'إشارات', 'إشارة')] : []),
      ...(directs > 0
        ? [count(directs, 'رسالة مباشرة واحدة', 'رسالتان مباشرتان', 'رسائل مباشرة', 'رسالة مباشرة')]
        : []),
    ].join(' · '),
  inboxKeys: 'الأسهم للتحرك، وEnter للفتح، وE للتعليم كمقروء، وZ للتراجع عن ذلك.',
  noneFits: 'لا يوجد شيء غير مقروء يطابق.',
  showAllUnread: 'إظهار كل شيء',
  markRead: 'تعليم كمقروء',
  markReadOf: (name) => say`تعليم كمقروء: ${name}`,
  markAllRead: 'تعليم الكل كمقروء',
  openChannel: (name) => say`فتح ${name}`,
  markedRead: (n, where) =>
    where === '' ? say`عُلّمت كمقروءة: ${messagesOf(n)}` : say`عُلّمت كمقروءة: ${messagesOf(n)}: ${where}`,
  undo: 'تراجع',
  unreadAgain: (n) => say`عادت غير مقروءة: ${messagesOf(n)}.`,
  nothingToUndo: 'لا يوجد ما يُتراجع عنه.',
  notMarked: 'تعذر تعليم بعضها.',
  saidBy: (sender) => say`${sender}:`,
  followed: 'متابَع',
  muted: 'مكتوم',
  older: 'يوجد المزيد، أقدم من أحدث 50,000.',
  recentFollowed: 'المتابَعة',
  recentDirect: 'المباشرة',
  recentMuted: 'والمكتومة',
  recentText: 'تصفية بالاسم',
  recentEmpty: 'لم يكتب أحد شيئًا بعد.',
  caughtUp: 'لم يفتك شيء.',
  caughtUpMore: 'ما لم تقرأه موجود في مواضيع مكتومة، أو لا يوجد شيء.',
  catchingUp: 'يجري ترتيب ما فاتك…',
  reasons: {
    mine: 'لك',
    followed: 'المواضيع التي تتابعها',
    participated: 'المواضيع التي شاركت فيها',
    lively: 'ما كان نشطًا غيرها',
    later: 'لاحقًا',
  },
  catchUpSummary: (messages, conversations) => say`${unreadOf(messages)} في ${conversationsOf(conversations)}`,
  catchUpKeys: 'الأسهم للتحرك، وEnter للفتح، وE للتعليم كمقروء، وL للترك لوقت لاحق، وZ للتراجع عن آخر تعليم.',
  isMuted: (n) => say`ومنها مكتوم: ${n}.`,
  moreOfReason: (conversations, messages) =>
    say`${count(conversations, 'محادثة أخرى', 'محادثتان أخريان', 'محادثات أخرى', 'محادثة أخرى')} فيها ${messagesOf(messages)}`,
  leaveForLater: 'لاحقًا',
  leaveForLaterOf: (name) => say`لاحقًا: ${name}`,
  backFromLater: 'ليس لاحقًا',
  peopleAnd: (shown, more) => (more > 0 ? say`${shown.join('، ')} ${`+${more}`}` : say`${shown.join('، ')}`),
  toPeople: (sender, people) => say`${sender} إلى ${names.format(people)}`,
  youToo: 'أنت',
  awayFor: (days, messages) =>
    days > 0
      ? say`غبت ${count(days, 'يومًا واحدًا', 'يومين', 'أيام', 'يومًا')}: ${unreadOf(messages)}.`
      : say`${unreadOf(messages)}.`,
  notNow: 'ليس الآن',
  configureViews: 'طرق العرض في الشريط الجانبي',
  viewsHint: 'ما ليس معلَّمًا يكون وراء “المزيد من طرق العرض”.',
  showInSidebar: (name) => say`إظهار ${name}`,
  moveUp: (name) => say`نقل ${name} إلى أعلى`,
  moveDown: (name) => say`نقل ${name} إلى أسفل`,
  renameView: (name) => say`إعادة تسمية ${name}`,
  removeView: (name) => say`إزالة ${name}`,
  ownView: 'خاصة بك',
  saveView: 'حفظ طريقة العرض هذه',
  viewName: 'اسم طريقة العرض',
  save: 'حفظ',
  viewSaved: (name) => say`صارت ${name} من طرق عرضك.`,
  nothingToSave: 'افتح محادثة أو بحثًا أولًا: فذلك ما يُحفظ.',
}
