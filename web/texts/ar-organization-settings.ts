import { forOtherClients, sentByNobody } from './ar-for-others.ts'
import type { enOrganizationSettings } from './en-organization-settings.ts'
import type { Translated } from './translated.ts'

export const arOrganizationSettings: Translated<typeof enOrganizationSettings> = {
  name: { label: 'الاسم', help: 'يظهر فوق القوائم، وفي الدعوات، وفي عناوين الرسائل البريدية.' },
  description: {
    label: 'الوصف',
    help: 'من أنتم وماذا تفعلون هنا. يقرؤه من يسجل الدخول أو يُدعى؛ ويجوز أن يكون فيه تنسيق وروابط.',
  },
  org_type: { label: 'نوع المؤسسة', help: `${forOtherClients} ما أنتم. لا يغيّر شيئًا هنا.` },
  want_advertise_in_communities_directory: {
    label: 'يجوز إدراجها بين المجتمعات',
    help: `${forOtherClients} يسمح لمن يحفظ قائمة عامة بالمجتمعات أن يذكر هذه.`,
  },

  default_language: {
    label: 'اللغة',
    help: 'لغة الدعوات وما يكتبه الخادم من تلقاء نفسه. ولكل ما عدا ذلك يختار كل شخص لغته.',
  },
  new_stream_announcements_stream_id: {
    label: 'تُعلن القنوات الجديدة في',
    help: 'تُنشر هناك رسالة عندما يُنشئ شخص قناة عامة.',
  },
  signup_announcements_stream_id: {
    label: 'يُعلن عن الأشخاص الجدد في',
    help: 'تُنشر هناك رسالة عندما ينضم شخص.',
  },
  zulip_update_announcements_stream_id: {
    label: 'تُعلن أخبار هذا البرنامج في',
    help: `${sentByNobody} تُنشر هناك رسالة عندما يجلب تحديث شيئًا يلاحظه الناس.`,
  },
  send_channel_events_messages: {
    label: 'تُنشر تغييرات القناة فيها',
    help: 'سطر في القناة يخبر متى تغيّر اسمها أو وصفها أو خصوصيتها، ومن غيّرها.',
  },
  send_welcome_emails: {
    label: 'يتلقى الجدد رسائل بريدية تساعدهم على البدء',
    help: `${sentByNobody} رسالة قصيرة أو رسالتان بعد أن ينضم شخص.`,
  },
  welcome_message_custom_text: {
    label: 'كلماتكم للجدد',
    help: 'يضيفها بوت الترحيب إلى رسالته الأولى لكل من ينضم.',
  },
  message_content_allowed_in_email_notifications: {
    label: 'يجوز أن تقتبس الرسائل البريدية من الرسائل',
    help: 'عند الإيقاف لا يقول البريد إلا إن شيئًا كُتب، وأين: ما يقوله الناس يبقى على هذا الخادم.',
  },
  require_e2ee_push_notifications: {
    label: 'لا تتلقى الهواتف النص إلا مشفرًا من طرف إلى طرف',
    help: `${forOtherClients} أيًا كان المضبوط هنا، فهذا الخادم لا يرسل إلى الهواتف شيئًا غير مشفر من طرف إلى طرف.`,
  },
  digest_emails_enabled: {
    label: 'ملخص أسبوعي بالبريد',
    help: `من غاب مدة يتلقى رسالة بأكثر ما نوقش. يستطيع كل شخص إيقافها.`,
  },
  digest_weekday: {
    label: 'يوم الملخص',
    help: `يُرسل الملخص في هذا اليوم من الأسبوع.`,
  },

  topics_policy: {
    label: 'الرسائل بلا موضوع',
    help: 'هل تحتاج الرسائل في القنوات إلى موضوع. ويمكن للقنوات أن تقرر غير ذلك.',
  },
  video_chat_provider: {
    label: 'المكالمات',
    help: 'الخدمة وراء زر المكالمات. يمكن اختيار الخدمات التي أعدها مشغّل الخادم.',
  },
  jitsi_server_url: {
    label: 'خادم Jitsi الخاص بكم',
    help: 'عنوان الخادم الذي تجري عليه المكالمات. فارغ: الخادم الذي يسميه هذا الخادم.',
  },
  gif_rating_policy: {
    label: 'الصور المتحركة',
    help: 'أجرأ الصور التي تُعرض، حيث تعرض التطبيقات صورًا متحركة.',
  },

  enable_read_receipts: {
    label: 'يستطيع الناس رؤية من قرأ رسالة',
    help: 'يستطيع كل شخص أن يستثني نفسه من ذلك في إعداداته.',
  },
  inline_image_preview: {
    label: 'تُعرض الصور التي تشير إليها الروابط',
    help: 'أسفل الرسالة، مصغرة. صور الخوادم الأخرى تأتي عبر هذا الخادم.',
  },
  inline_url_embed_preview: {
    label: 'تُعرض معاينة للصفحات التي تشير إليها الروابط',
    help: 'العنوان وبضع كلمات من الصفحة أسفل الرسالة. يجلبها الخادم.',
  },
  media_preview_size: {
    label: 'حجم الصور في الرسائل',
    help: `${forOtherClients} كم تكبر الصور والأفلام في الرسائل قبل أن يفتحها أحد.`,
  },
  default_code_block_language: {
    label: 'لغة الشيفرة',
    help: 'كتل الشيفرة التي لا تسمي لغة تُلوَّن كأنها بهذه، مثل python. فارغ: لا تُلوَّن.',
  },
  presence_disabled: {
    label: 'لا يرى أحد من هو موجود',
    help: 'يخفي عن الجميع من المتصل ومن البعيد، ومتى كان آخر ظهور لأحد.',
  },
  default_avatar_source: {
    label: 'من ليست له صورة',
    help: 'يظهر له نقش يُصنع على هذا الخادم، أو تُطلب صورة من Gravatar الذي يعلم عندئذ بصمة عنوان الشخص.',
  },
  message_retention_days: {
    label: 'تُحفظ الرسائل',
    help: 'الأقدم تُحذف نهائيًا مع ملفاتها. ويمكن أن تكون للقنوات مدة خاصة بها.',
  },
  moderation_request_channel_id: {
    label: 'تذهب البلاغات إلى',
    help: 'القناة الخاصة التي يعلم فيها المشرفون بالرسائل المبلَّغ عنها. لا شيء: لا يستطيع أحد الإبلاغ.',
  },

  invite_required: {
    label: 'الانضمام يحتاج إلى دعوة',
    help: 'عند الإيقاف يستطيع كل من يجد العنوان أن ينشئ حسابًا.',
  },
  can_invite_users_group: {
    label: 'من يستطيع الدعوة بالبريد الإلكتروني',
    help: 'يرسلون دعوات إلى عناوين يعرفونها.',
  },
  create_multiuse_invite_group: {
    label: 'من يستطيع إنشاء روابط دعوة',
    help: 'من لديه رابط كهذا يستطيع الانضمام حتى تنتهي صلاحيته.',
  },
  emails_restricted_to_domains: {
    label: 'لا ينضم إلا أشخاص من نطاقات معينة',
    help: 'تحتاج الحسابات الجديدة إلى عنوان بريد في أحد نطاقات قائمة “النطاقات”.',
  },
  disallow_disposable_email_addresses: {
    label: 'تُرفض العناوين المؤقتة',
    help: 'لا ينضم أحد بعنوان من الخدمات المعروفة التي تنساه بعد دقائق.',
  },
  waiting_period_threshold: {
    label: 'الأيام حتى يصير المرء عضوًا كاملًا',
    help: 'يمكن منح الصلاحيات للأعضاء الكاملين وحدهم: من مضى على وجودهم هنا هذا العدد من الأيام.',
  },

  can_create_public_channel_group: {
    label: 'من يستطيع إنشاء قنوات عامة',
    help: 'يستطيع الجميع إلا الضيوف أن يجدوها وينضموا إليها.',
  },
  can_create_private_channel_group: {
    label: 'من يستطيع إنشاء قنوات خاصة',
    help: 'لا يعلم بها إلا من أُضيف إليها.',
  },
  enable_spectator_access: {
    label: 'يمكن قراءة القنوات دون حساب',
    help: 'يسمح بقنوات يجوز لكل من في الويب قراءتها. تصير القنوات كذلك واحدة واحدة.',
  },
  can_create_web_public_channel_group: {
    label: 'من يستطيع فتح القنوات للويب',
    help: 'ينشئون قنوات يجوز لأي أحد قراءتها دون حساب.',
  },
  can_add_subscribers_group: {
    label: 'من يستطيع إضافة آخرين إلى القنوات',
    help: 'إلى أي قناة يرونها. ويمكن للقنوات أن تسمح بذلك لآخرين.',
  },
  can_mention_many_users_group: {
    label: 'من يستطيع مناداة الجميع في القنوات الكبيرة',
    help: 'بـ @all وما شابهها، حيث يزيد من في القناة على 15 شخصًا.',
  },
  can_set_topics_policy_group: {
    label: 'من يستطيع أن يقرر بشأن الرسائل بلا موضوع',
    help: 'في القنوات التي يديرها، بخلاف المؤسسة.',
  },
  can_set_delete_message_policy_group: {
    label: 'من يستطيع أن يقرر من يحذف الرسائل',
    help: 'في القنوات التي يديرها، فوق ما تسمح به المؤسسة.',
  },

  can_create_groups: {
    label: 'من يستطيع إنشاء مجموعات',
    help: 'مجموعات من الأشخاص يمكن الإشارة إليها ومنحها صلاحيات.',
  },
  can_manage_all_groups: {
    label: 'من يستطيع إدارة كل المجموعات',
    help: 'يغيّرون أسماء المجموعات وأعضاءها وصلاحياتها، ومنها ما أنشأه آخرون.',
  },

  direct_message_permission_group: {
    label: 'من يتيح الرسائل المباشرة',
    help: 'يجب أن يكون في كل محادثة بين أشخاص واحد من هؤلاء على الأقل. لا أحد: الرسائل المباشرة موقوفة.',
  },
  direct_message_initiator_group: {
    label: 'من يستطيع بدء محادثة',
    help: 'يستطيع الجميع الرد في المحادثات الموجودة من قبل.',
  },

  allow_message_editing: {
    label: 'يستطيع الناس تعديل ما كتبوه',
    help: 'نص رسائلهم هم. أما نقل الرسائل فأمر آخر.',
  },
  message_content_edit_limit_seconds: {
    label: 'كم من الوقت يمكن تعديل النصوص',
    help: 'يُحسب من وقت إرسال الرسالة.',
  },
  message_edit_history_visibility_policy: {
    label: 'ما يعرضه سجل الرسالة',
    help: 'لكل من يستطيع قراءة الرسالة: ما كانت تقوله وأين كانت، أو أين كانت فقط، أو لا شيء.',
  },

  can_move_messages_between_topics_group: {
    label: 'من يستطيع نقل الرسائل إلى مواضيع أخرى',
    help: 'داخل القناة؛ وإعادة تسمية الموضوع نقل لرسائله. ويمكن للقنوات أن تسمح بذلك لآخرين.',
  },
  move_messages_within_stream_limit_seconds: {
    label: 'كم من الوقت يمكن نقل الرسائل إلى مواضيع أخرى',
    help: 'يُحسب من وقت إرسال الرسالة. يستطيع المشرفون ذلك دائمًا.',
  },
  can_move_messages_between_channels_group: {
    label: 'من يستطيع نقل الرسائل إلى قنوات أخرى',
    help: 'إلى القنوات التي يجوز لهم الكتابة فيها.',
  },
  move_messages_between_streams_limit_seconds: {
    label: 'كم من الوقت يمكن نقل الرسائل إلى قنوات أخرى',
    help: 'يُحسب من وقت إرسال الرسالة. يستطيع المشرفون ذلك دائمًا.',
  },
  can_resolve_topics_group: {
    label: 'من يستطيع تعليم المواضيع كمحلولة',
    help: 'وإعادة فتحها. ويمكن للقنوات أن تسمح بذلك لآخرين.',
  },

  can_delete_any_message_group: {
    label: 'من يستطيع حذف كل رسالة',
    help: 'رسائل الآخرين أيضًا، متى أُرسلت.',
  },
  can_delete_own_message_group: {
    label: 'من يستطيع حذف رسائله',
    help: 'ورسائل البوتات التي يملكها.',
  },
  message_content_delete_limit_seconds: {
    label: 'كم من الوقت يستطيع الناس حذف رسائلهم',
    help: 'يُحسب من وقت إرسال الرسالة.',
  },

  require_unique_names: {
    label: 'لا يحمل شخصان الاسم نفسه',
    help: 'من يغيّر اسمًا أو ينضم يجب أن يختار اسمًا لا يحمله أحد.',
  },
  name_changes_disabled: { label: 'الأسماء ثابتة', help: 'المديرون وحدهم يغيّرون أسماء الأشخاص.' },
  email_changes_disabled: { label: 'عناوين البريد ثابتة', help: 'المديرون وحدهم يغيّرون عناوين الأشخاص.' },
  avatar_changes_disabled: { label: 'الصور ثابتة', help: 'المديرون وحدهم يغيّرون صور الأشخاص.' },

  can_access_all_users_group: {
    label: 'من يرى الجميع',
    help: 'الضيوف خارج هذه المجموعة لا يرون إلا من يلتقون بهم في القنوات والمحادثات.',
  },
  enable_guest_user_indicator: {
    label: 'الضيوف مميَّزون',
    help: `${forOtherClients} تظهر “(ضيف)” بعد أسمائهم.`,
  },
  enable_guest_user_dm_warning: {
    label: 'تنبيه قبل الكتابة إلى الضيوف',
    help: `${forOtherClients} من يكتب رسالة مباشرة إلى ضيف يُخبَر بذلك.`,
  },

  enable_mcp: {
    label: 'يمكن ربط المساعدين',
    help: 'عبر بروتوكول Model Context Protocol. يتصرف كل منهم نيابةً عن شخص، برمز وصول يحدد المسموح له.',
  },
  enable_mcp_registration: {
    label: 'يمكن للبرامج غير المعروفة طلب الوصول',
    help: 'من الأشخاص، وهم يقررون ما المسموح لها. وإلا فالبرامج التي عرّف بها مدير فقط.',
  },
  can_create_bots_group: { label: 'من يستطيع إنشاء بوتات', help: 'بوتات من كل نوع، تقرأ وتكتب.' },
  can_create_write_only_bots_group: {
    label: 'من يستطيع إنشاء بوتات تنشر فقط',
    help: 'لخطافات الويب الواردة: لا تقرأ شيئًا. من يستطيع إنشاء كل بوت يستطيع إنشاء هذه أيضًا.',
  },
  can_add_custom_emoji_group: {
    label: 'من يستطيع إضافة رموز تعبيرية',
    help: 'صور لها اسم يستطيع الجميع استخدامها.',
  },
  can_summarize_topics_group: {
    label: 'من يستطيع طلب تلخيص المواضيع',
    help: `${forOtherClients} بنموذج لغوي، حيث يكون للخادم واحد.`,
  },
  can_manage_billing_group: {
    label: 'من يستطيع إدارة الاشتراكات',
    help: `${forOtherClients} لا شيء يُدفع على خادم خاص بكم؛ وقد تسأل عنه برامج أخرى.`,
  },
  workplace_users_group: {
    label: 'من يُعد في مكان العمل',
    help: `${forOtherClients} لبرامج تفرّق بين العاملين وضيوفهم.`,
  },
  authentication_methods: {
    label: 'طرق تسجيل الدخول',
    help: 'تبقى واحدة على الأقل. ومن سجل دخوله يبقى كذلك.',
  },
  second_factor_required: {
    label: 'من يحتاج إلى عامل ثانٍ',
    help: 'من ليس لديه عامل ثانٍ يُعدّه عند تسجيل الدخول التالي بكلمة مرور أو برابط من البريد. ومن يدخل بخدمة أخرى يثبت هويته هناك.',
  },
  owner_full_content_access: {
    label: 'يستطيع المالكون تصدير الرسائل الخاصة',
    help: 'رسائل الجميع، دون سؤالهم.',
  },
}
