import { say } from './ar.ts'
import type { enChannelSettings } from './en-channel-settings.ts'
import type { Translated } from './translated.ts'

export const arChannelSettings: Translated<typeof enChannelSettings> = {
  permissions: {
    can_send_message_group: {
      label: 'من يجوز له النشر',
      help: 'في القناة الخاصة يجب أن يكون المرء فيها أو أن يُسمح له بالدخول؛ أما الضيوف فيجب أن يكونوا فيها دائمًا.',
    },
    can_create_topic_group: { label: 'من يجوز له بدء مواضيع', help: 'من بين من يجوز لهم النشر.' },
    can_subscribe_group: {
      label: 'من يجوز له الانضمام',
      help: 'إلى القناة الخاصة: ويجوز لهم قراءتها أيضًا. أما العامة فينضم إليها الجميع إلا الضيوف.',
    },
    can_add_subscribers_group: {
      label: 'من يجوز له إضافة أشخاص',
      help: 'إلى جانب من يدير القناة ومن يجوز له إضافة أشخاص إلى كل القنوات. ويجوز لهم قراءة الخاصة أيضًا.',
    },
    can_remove_subscribers_group: { label: 'من يجوز له إزالة أشخاص', help: 'إلى جانب من يدير القناة.' },
    can_move_messages_within_channel_group: {
      label: 'من يجوز له نقل الرسائل إلى موضوع آخر هنا',
      help: 'إلى جانب من يدير القناة ومن يجوز له ذلك في كل القنوات.',
    },
    can_move_messages_out_of_channel_group: {
      label: 'من يجوز له نقل الرسائل إلى قناة أخرى',
      help: 'إلى جانب من يدير القناة ومن يجوز له ذلك في كل القنوات.',
    },
    can_resolve_topics_group: {
      label: 'من يجوز له تعليم المواضيع كمحلولة',
      help: 'إلى جانب من يجوز له ذلك في كل القنوات.',
    },
    can_delete_any_message_group: {
      label: 'من يجوز له حذف أي رسالة',
      help: 'إلى جانب من يجوز له ذلك في كل القنوات.',
    },
    can_delete_own_message_group: {
      label: 'من يجوز له حذف رسائله',
      help: 'إلى جانب من يجوز له ذلك في كل القنوات.',
    },
    can_administer_channel_group: {
      label: 'من يدير القناة',
      help: 'يغيّرون كل ما في هذه الصفحات. ومديرو المؤسسة يستطيعون ذلك دائمًا.',
    },
  },
  permissionsMore: 'ما يُغيَّر هنا يسري فورًا وعلى الجميع.',
  onlyAdministering: (who) => say`المديرون ومن يدير القناة وحدهم يستطيعون تغيير هذا. من يدير القناة: ${who}`,
  onlyForDeleting: (who) => say`المديرون ومن يجوز له تحديد من يحذف الرسائل وحدهم يستطيعون تغيير هذا: ${who}`,
  onlyReaders: 'لا يغيّر هذا إلا من يستطيع قراءة القناة: فهو يفتح ما فيها.',
}
