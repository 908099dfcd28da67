import type { SystemGroupName } from '../../src/areas/organization/system-group-rules.ts'
import { count, names, say } from './ar.ts'
import type { enPermissions } from './en-permissions.ts'
import type { Translated } from './translated.ts'

const people = (n: number) => count(n, 'شخص واحد', 'شخصان', 'أشخاص', 'شخصًا')
const robots = (n: number) => count(n, 'بوت واحد', 'بوتان', 'بوتات', 'بوتًا')
const crowd = (persons: number, bots: number) =>
  bots === 0 ? people(persons) : persons === 0 ? robots(bots) : `${people(persons)} و${robots(bots)}`
const inEach = (groups: readonly string[]) => groups.map((name) => say`${name}`).join('، الموجودة في ')
const roleNames: Readonly<Record<SystemGroupName, string>> = {
  'role:internet': 'أي أحد',
  'role:everyone': 'ضيف',
  'role:members': 'عضو',
  'role:fullmembers': 'عضو كامل',
  'role:moderators': 'مشرف',
  'role:administrators': 'مدير',
  'role:owners': 'مالك',
  'role:nobody': 'لا أحد',
}

// reasons stand behind a colon, and speak of the person or the group that the sentence begins with
export const arPermissions: Translated<typeof enPermissions> = {
  systemGroups: {
    'role:internet': 'كل من على الإنترنت',
    'role:everyone': 'الجميع',
    'role:members': 'الأعضاء',
    'role:fullmembers': 'الأعضاء الكاملون',
    'role:moderators': 'المشرفون',
    'role:administrators': 'المديرون',
    'role:owners': 'المالكون',
    'role:nobody': 'لا أحد',
  },
  systemGroupDetails: {
    'role:internet': 'بلا حساب أيضًا',
    'role:everyone': 'والضيوف أيضًا',
    'role:members': 'الجميع إلا الضيوف',
    'role:fullmembers': 'من مضى على وجودهم هنا وقت كافٍ',
    'role:moderators': 'والمديرون والمالكون أيضًا',
    'role:administrators': 'والمالكون أيضًا',
    'role:owners': '',
    'role:nobody': '',
  },
  systemCrowd: (name, people) => {
    switch (name) {
      case 'role:internet':
        return 'كل من على الإنترنت'
      case 'role:everyone':
        return say`كل من هنا والضيوف أيضًا (${people})`
      case 'role:members':
        return say`الجميع إلا الضيوف (${people})`
      case 'role:fullmembers':
        return say`من مضى على عضويته وقت كافٍ، والمشرفون فمن فوقهم (${people})`
      case 'role:moderators':
        return say`المشرفون والمديرون والمالكون (${people})`
      case 'role:administrators':
        return say`المديرون والمالكون (${people})`
      case 'role:owners':
        return say`المالكون (${people})`
      case 'role:nobody':
        return 'لا أحد'
    }
  },
  crowd,
  groupCrowd: (name, persons, bots) =>
    persons + bots === 0 ? say`لا أحد بعد من ${name}` : say`${name} (${crowd(persons, bots)})`,
  morePeople: (n) => count(n, 'شخص آخر', 'شخصان آخران', 'أشخاص آخرين', 'شخصًا آخر'),
  nobodySentence: 'لا أحد.',
  sentence: (parts) => `${names.format(parts)}.`,
  unknownGroup: 'مجموعة لم تعد موجودة',
  unknownPerson: 'شخص لا يمكنك رؤيته',
  youToo: 'أنت منهم.',
  namePersonOrGroup: 'اسم أو دور أو مجموعة',
  withoutOne: (name) => say`دون ${name}`,
  you: 'أنت',
  bot: 'بوت',
  andMore: (n) => say`و${n} غيرهم`,
  options: (label) => say`${label}: من يمكن أن يكون`,
  save: 'حفظ',
  discard: 'تجاهل',
  saving: 'يجري الحفظ…',
  saved: 'حُفظ',
  somebodyNeeded: 'سمِّ أحدًا: لا يمكن ترك هذا بلا أحد.',
  changedMeanwhile: 'غيّر شخص هذا في هذه الأثناء. وهو الآن:',
  saveAllTheSame: 'حفظ ما عندي بدلًا منه',
  takeTheirs: 'إبقاء ما غيّروه',
  whoExactly: 'من بالضبط؟',
  whoTitle: (label) => label,
  isNamed: (isOwn) => (isOwn ? 'اسمك مذكور' : 'الاسم مذكور'),
  isInGroups: (isOwn, groups) => `${isOwn ? 'أنت في ' : 'ضمن '}${inEach(groups)}`,
  hasRole: (isOwn, role, groups) =>
    `${isOwn ? 'دورك ' : 'الدور '}${roleNames[role]}${groups.length > 0 ? `، وبذلك في ${inEach(groups)}` : ''}`,
  everywhere: ' (في المؤسسة كلها)',
  reasons: {
    administrator: (isOwn) => (isOwn ? 'أنت تدير المؤسسة' : 'إدارة المؤسسة'),
    inside: (isOwn) => (isOwn ? 'أنت في القناة' : 'الوجود في القناة'),
    public: () => 'القناة عامة',
    webPublic: () => 'القناة مفتوحة للويب',
  },
  obstacles: {
    archived: () => 'القناة مؤرشفة',
    guest: (isOwn) => (isOwn ? 'أنت ضيف' : 'الدور ضيف'),
    guestOutside: (isOwn) => (isOwn ? 'أنت ضيف ولست فيها' : 'ضيف ليس فيها'),
    closed: (isOwn) => (isOwn ? 'هي خاصة ولست فيها' : 'هي خاصة وهو ليس فيها'),
    protectedHistory: (isOwn) => (isOwn ? 'لست مشتركًا والسجل للمشتركين فقط' : 'هو ليس مشتركًا والسجل للمشتركين فقط'),
    systemGroup: () => 'من في هذه المجموعة تحدده أدوار الأشخاص',
  },
  obstaclesOfGroups: {
    archived: () => 'القناة مؤرشفة',
    guest: () => 'فيها ضيوف',
    guestOutside: () => 'فيها ضيوف ليسوا في القناة',
    closed: () => 'هي خاصة وليسوا كلهم فيها',
    protectedHistory: () => 'ليسوا كلهم مشتركين والسجل للمشتركين فقط',
    systemGroup: () => 'من في هذه المجموعة تحدده أدوار الأشخاص',
  },
  isNotAmong: (isOwn) => (isOwn ? 'لست ممن يجوز لهم ذلك' : 'ليس ممن يجوز لهم ذلك'),
  youBegun: 'أنت',
  may: (name, deed, because) =>
    say`${name}: يجوز ${deed}${because.length > 0 ? `، والسبب: ${names.format(because)}` : ''}.`,
  mayNot: (name, deed, because) => say`${name}: لا يجوز ${deed}، والسبب: ${because}.`,
  notAllMay: (name, deed, because) => say`لا يجوز للجميع في ${name} ${deed}، والسبب: ${because}.`,
  groupIsNotAmong: 'المجموعة ليست ممن يجوز لهم ذلك',
  throughGroups: (groups) => `عبر ${inEach(groups)}`,
  inChannel: {
    read: 'قراءة هذه القناة',
    join: 'الانضمام إليها',
    post: 'النشر هنا',
    startTopics: 'بدء مواضيع هنا',
    addPeople: 'إضافة أشخاص',
    removePeople: 'إزالة أشخاص',
    moveWithin: 'نقل الرسائل إلى موضوع آخر هنا',
    moveOut: 'نقل الرسائل إلى قناة أخرى',
    resolve: 'تعليم المواضيع كمحلولة',
    deleteAny: 'حذف أي رسالة هنا',
    deleteOwn: 'حذف الرسائل الذاتية هنا',
    administer: 'إدارة هذه القناة',
  },
  ofGroup: {
    mention: 'الإشارة إلى هذه المجموعة',
    join: 'الانضمام إليها',
    leave: 'مغادرتها',
    addMembers: 'إضافة أشخاص إليها',
    removeMembers: 'إزالة أشخاص منها',
    manage: 'إدارتها',
  },
  whoMay: 'ماذا يجوز لشخص ما؟',
  nameSomebody: 'اسم شخص أو مجموعة',
  forSomebodyElse: 'شخص آخر، أو مجموعة',
  verdictsOf: (name) => say`ما يجوز لـ${name}`,
  nobodyAtAll: 'لا أحد يملك هذه الصلاحية.',
  refused: (reason) => say`لم يُحفظ: ${reason}`,
  noServer: 'لا يمكن الوصول إلى الخادم.',
}
