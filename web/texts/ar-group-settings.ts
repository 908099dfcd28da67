import { count, names, say } from './ar.ts'
import type { enGroupSettings } from './en-group-settings.ts'
import type { Translated } from './translated.ts'

export const arGroupSettings: Translated<typeof enGroupSettings> = {
  tabs: { members: 'الأعضاء', general: 'عن المجموعة', permissions: 'الصلاحيات' },
  name: 'الاسم',
  nameNeeded: 'تحتاج إلى اسم.',
  nameTaken: (name) => say`توجد مجموعة باسم ${name} من قبل.`,
  description: 'الغرض منها',
  noDescription: 'لم يقل أحد بعد ما الغرض منها.',
  members: 'من فيها',
  membersMore: 'أشخاص ومجموعات: من في مجموعة داخلها فهو فيها أيضًا، ما دام ذلك قائمًا.',
  create: 'إنشاء المجموعة',
  mayNotCreate: (who) => say`ليست لديك صلاحية إنشاء المجموعات. من يملكها: ${who}`,
  add: 'إضافة',
  addLabel: 'إضافة أشخاص ومجموعات',
  insideAlready: (given) => say`${names.format(given)}: موجود فيها من قبل.`,
  wouldContainItself: (inner, group) => say`تحتوي ${inner} على ${group} من قبل: لا يمكن أن تكون المجموعة داخل نفسها.`,
  added: (what, group) =>
    what.length > 3
      ? say`أُضيف إلى ${group}: ${count(what.length, 'واحد', 'اثنان', 'إضافات', 'إضافة')}.`
      : say`أُضيف إلى ${group}: ${names.format(what)}.`,
  removed: (what, group) =>
    what.length > 3
      ? say`أُزيل من ${group}: ${count(what.length, 'شخص واحد', 'شخصان', 'أشخاص', 'شخصًا')}.`
      : say`أُزيل من ${group}: ${names.format(what)}.`,
  undo: 'تراجع',
  remove: 'إزالة',
  removeFrom: (name, group) => say`إزالة ${name} من ${group}`,
  groupsInside: 'المجموعات داخلها',
  deactivated: 'معطّلة',
  save: 'حفظ',
  deactivate: 'تعطيل المجموعة',
  deactivateTitle: (name) => say`تعطيل ${name}؟`,
  deactivateMore: 'لا يمكن الإشارة إليها بعد ذلك، ولا منحها شيئًا. يبقى أعضاؤها معروفين، ويمكن إعادتها.',
  reactivate: 'إعادتها',
  broughtBack: (name) => say`عادت ${name}.`,
  inUse: 'هي مستخدمة، ولذلك لا يمكن تعطيلها بعد:',
  usedByOrganization: (what) => say`في المؤسسة: ${what}`,
  usedByChannel: (channel, what) => say`في ${`#${channel}`}: ${what}`,
  usedByGroup: (group, what) => say`في المجموعة ${group}: ${what}`,
  usedInside: (groups) => say`هي داخل ${names.format(groups)}`,
  hiddenChannel: 'قناة لا يمكنك رؤيتها',
  made: 'أُنشئت',
  madeBy: (name) => say`بواسطة ${name}`,
  whatItMay: 'ما يجوز لأفرادها بسببها',
  itMayNothing: 'لم تُمنح هذه المجموعة شيئًا.',
  locked: (who) => say`من يدير المجموعة أو كل المجموعات وحده يستطيع تغيير هذا: ${who}`,
  systemGroup: 'من في هذه المجموعة تحدده أدوار الأشخاص.',
  inOrganization: (label) => say`في المؤسسة: ${label}`,
  inChannel: (channel, label) => say`في ${`#${channel}`}: ${label}`,
  ofGroup: (group, label) => say`للمجموعة ${group}: ${label}`,
  permissions: {
    can_mention_group: { label: 'من يجوز له الإشارة إليها', help: 'يُخبَر عندئذ كل من فيها.' },
    can_join_group: { label: 'من يجوز له الانضمام', help: 'من تلقاء نفسه، دون دعوة.' },
    can_leave_group: { label: 'من يجوز له المغادرة', help: '' },
    can_add_members_group: { label: 'من يجوز له إضافة أشخاص', help: 'إلى جانب من يدير المجموعة.' },
    can_remove_members_group: { label: 'من يجوز له إزالة أشخاص', help: 'إلى جانب من يدير المجموعة.' },
    can_manage_group: {
      label: 'من يدير المجموعة',
      help: 'يغيّرون كل ما في هذه الصفحات، إلى جانب من يدير كل المجموعات.',
    },
  },
}
