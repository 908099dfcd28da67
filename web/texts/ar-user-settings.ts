import { names, say } from './ar.ts'
import type { enUserSettings } from './en-user-settings.ts'
import { spokenNames } from './language-names.ts'
import type { Translated } from './translated.ts'

type UserSettingTexts = Translated<typeof enUserSettings>

const automatic: UserSettingTexts['demote_inactive_streams']['choices'] = [
  [1, 'تلقائيًا'],
  [2, 'دائمًا'],
  [3, 'أبدًا'],
]
const occasions: typeof automatic = [
  [1, 'المواضيع التي تشارك فيها'],
  [2, 'المواضيع التي ترسل إليها'],
  [3, 'المواضيع التي تبدؤها'],
  [4, 'لا شيء'],
]

export const arUserSettings: UserSettingTexts = {
  color_scheme: {
    label: 'الألوان',
    help: 'في هذا التطبيق وكل تطبيق آخر يسأل الخادم.',
    choices: [
      [1, 'كالجهاز'],
      [3, 'فاتحة'],
      [2, 'داكنة'],
    ],
  },
  high_contrast_mode: {
    label: 'تباين أكبر',
    help: 'تبرز الخطوط والملاحظات الجانبية كالنص. ورغبة جهازك في تباين أكبر تسري على أي حال.',
  },
  default_language: {
    label: 'اللغة',
    help: say`لغة هذه الصفحات والبريد والتطبيقات، بقدر ما تتكلمها. هذه الصفحات تتكلم ${names.format(spokenNames)}؛ وإلا فهي بالإنجليزية.`,
  },
  twenty_four_hour_time: {
    label: 'الأوقات من 0 إلى 24',
    help: '15:00 بدل 3:00 م. وإلا فكما يكتب جهازك الأوقات.',
  },
  web_font_size_px: { label: 'حجم الحروف', help: '16 هو المعتاد.', unit: 'بكسل' },
  web_line_height_percent: {
    label: 'ارتفاع الأسطر',
    help: 'في الرسائل. 140 هو المعتاد؛ و122 متراص.',
    unit: 'بالمئة',
  },
  fluid_layout_width: { label: 'استخدام العرض كله', help: 'تتسع الرسائل بقدر ما تسمح النافذة.' },
  enter_sends: { label: 'مفتاح Enter يرسل', help: 'وإلا فالإرسال بـ Ctrl مع Enter، وEnter يبدأ سطرًا جديدًا.' },
  enable_drafts_synchronization: {
    label: 'المسودات على كل الأجهزة',
    help: 'ما بدأت كتابته يُحفظ على الخادم أيضًا.',
  },
  translate_emoticons: { label: 'تحويل الوجوه المكتوبة إلى رموز', help: 'يصير :) إلى 🙂 عند الإرسال.' },
  display_emoji_reaction_users: {
    label: 'الأسماء بجانب التفاعلات',
    help: 'حيث تكون للرسالة تفاعلات قليلة؛ وإلا فعددها.',
  },
  web_home_view: {
    label: 'ما يُفتح أولًا',
    help: 'ويقود إليه Escape أيضًا.',
    choices: [
      ['inbox', 'صندوق الوارد'],
      ['recent', 'المحادثات الأخيرة'],
      ['all_messages', 'كل الرسائل'],
    ],
  },
  web_escape_navigates_to_home_view: { label: 'مفتاح Escape يقود إلى البداية', help: 'إلى ما يُفتح أولًا.' },
  web_navigate_to_sent_message: {
    label: 'تتبّع ما ترسله',
    help: 'تنتقل الشاشة إلى المحادثة التي كتبت فيها للتو.',
  },
  web_mark_read_on_scroll_policy: {
    label: 'تعليم الرسائل كمقروءة عند رؤيتها',
    choices: [
      [1, 'في كل مكان'],
      [2, 'في المحادثات فقط'],
      [3, 'أبدًا'],
    ],
  },
  web_channel_default_view: {
    label: 'عرض القناة',
    help: 'ما يفتحه النقر على قناة في الشريط الجانبي.',
    choices: [
      [1, 'أحدث موضوع'],
      [4, 'أحدث موضوع غير مقروء'],
      [2, 'كل الرسائل'],
      [3, 'قائمة المواضيع'],
    ],
  },
  resolved_topic_notice_auto_read_policy: {
    label: 'إشعارات حل المواضيع تُقرأ فورًا',
    choices: [
      ['always', 'دائمًا'],
      ['except_followed', 'إلا في المواضيع التي تتابعها'],
      ['never', 'أبدًا'],
    ],
  },
  user_list_style: {
    label: 'الأشخاص بجانب الرسائل',
    choices: [
      [1, 'الأسماء فقط'],
      [2, 'مع ما يفعلونه'],
      [3, 'مع ذلك ومع صورهم'],
    ],
  },
  web_animate_image_previews: {
    label: 'الصور المتحركة تتحرك',
    help: 'في الرسائل. وحيث يرغب جهازك في حركة أقل، لا تتحرك من تلقاء نفسها أبدًا.',
    choices: [
      ['always', 'دائمًا'],
      ['on_hover', 'تحت المؤشر'],
      ['never', 'عند فتحها'],
    ],
  },
  web_stream_unreads_count_display_policy: {
    label: 'عدد غير المقروء بجانب القنوات',
    choices: [
      [1, 'لكلها'],
      [2, 'لغير المكتومة'],
      [3, 'لا شيء'],
    ],
  },
  web_left_sidebar_unreads_count_summary: {
    label: 'مجاميع غير المقروء',
    help: 'بجانب الأجزاء المطوية من الشريط الجانبي.',
  },
  web_left_sidebar_show_channel_folders: {
    label: 'المجلدات في الشريط الجانبي',
    help: 'تظهر القنوات هناك في مجلداتها.',
  },
  web_inbox_show_channel_folders: { label: 'المجلدات في صندوق الوارد', help: 'تظهر القنوات هناك في مجلداتها.' },
  starred_message_counts: { label: 'عدّ الرسائل المميزة بنجمة' },
  receives_typing_notifications: { label: 'رؤية من يكتب الآن' },
  demote_inactive_streams: {
    label: 'القنوات الهادئة تنزل إلى أسفل',
    help: 'في الشريط الجانبي وصندوق الوارد، حيث لم يكتب أحد منذ نصف سنة. تلقائيًا: عند أكثر من 30 قناة.',
    choices: automatic,
  },
  web_suggest_update_timezone: {
    label: 'عرض منطقة زمنية جديدة',
    help: 'تعرض صفحة ملفك الشخصي منطقة جهازك، حيث تختلف.',
  },

  enable_desktop_notifications: {
    label: 'الرسائل المباشرة والإشارات وكلمات التنبيه: على الشاشة',
  },
  enable_sounds: { label: 'الرسائل المباشرة والإشارات وكلمات التنبيه: بصوت' },
  enable_offline_push_notifications: { label: 'الرسائل المباشرة والإشارات وكلمات التنبيه: على هاتفك' },
  enable_offline_email_notifications: { label: 'الرسائل المباشرة والإشارات وكلمات التنبيه: بالبريد الإلكتروني' },
  enable_followed_topic_desktop_notifications: { label: 'المواضيع المتابَعة: على الشاشة' },
  enable_followed_topic_audible_notifications: { label: 'المواضيع المتابَعة: بصوت' },
  enable_followed_topic_push_notifications: { label: 'المواضيع المتابَعة: على هاتفك' },
  enable_followed_topic_email_notifications: { label: 'المواضيع المتابَعة: بالبريد الإلكتروني' },
  enable_followed_topic_wildcard_mentions_notify: {
    label: 'المواضيع المتابَعة: الإشارات إلى الجميع',
    help: 'تنبهك كما تنبهك الإشارات إليك.',
  },
  enable_stream_desktop_notifications: { label: 'القنوات: على الشاشة' },
  enable_stream_audible_notifications: { label: 'القنوات: بصوت' },
  enable_stream_push_notifications: { label: 'القنوات: على هاتفك' },
  enable_stream_email_notifications: { label: 'القنوات: بالبريد الإلكتروني' },
  wildcard_mentions_notify: {
    label: 'القنوات: الإشارات إلى الجميع',
    help: 'تنبهك كما تنبهك الإشارات إليك.',
  },
  notification_sound: { label: 'الصوت' },
  pm_content_in_desktop_notifications: { label: 'إظهار نص الرسائل المباشرة' },
  desktop_icon_count_display: {
    label: 'العدد على الأيقونة يعدّ',
    choices: [
      [1, 'كل الرسائل غير المقروءة'],
      [2, 'الرسائل المباشرة والإشارات والمواضيع المتابَعة'],
      [3, 'الرسائل المباشرة والإشارات'],
      [4, 'لا شيء'],
    ],
  },
  enable_online_push_notifications: {
    label: 'تنبيه هاتفك وأنت هنا أيضًا',
    help: 'وإلا فعندما تكون بعيدًا فقط.',
  },
  email_notifications_batching_period_seconds: {
    label: 'تجميع الرسائل البريدية لمدة',
    help: 'ما يأتي خلال هذه المدة يأتي في رسالة واحدة.',
    choices: [
      [120, 'دقيقتين'],
      [300, '5 دقائق'],
      [600, '10 دقائق'],
      [1800, '30 دقيقة'],
      [3600, 'ساعة'],
      [21_600, '6 ساعات'],
      [86_400, 'يوم'],
      [604_800, 'أسبوع'],
    ],
  },
  message_content_in_email_notifications: {
    label: 'يظهر نص الرسائل في البريد',
    help: 'وإلا فلا يقول البريد إلا إن هناك رسائل.',
  },
  realm_name_in_email_notifications_policy: {
    label: 'اسم المؤسسة في عناوين البريد',
    help: 'تلقائيًا: حيث تنتمي إلى أكثر من واحدة.',
    choices: automatic,
  },
  enable_digest_emails: {
    label: 'ما فاتك عندما غبت طويلًا',
    help: 'رسالة صباحية تلخص ما لم تقرأه في القنوات، إن كانت مؤسستك ترسل مثلها.',
  },
  enable_daily_digest_emails: {
    label: 'كل يوم بدل كل أسبوع',
    help: 'بعد غياب يوم، لا بعد ثلاثة أيام.',
  },
  enable_login_emails: { label: 'عمليات الدخول الجديدة إلى حسابك' },
  automatically_follow_topics_policy: { label: 'المتابعة تلقائيًا', choices: occasions },
  automatically_follow_topics_where_mentioned: { label: 'متابعة المواضيع التي يُشار فيها إليك' },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'إلغاء الكتم تلقائيًا في القنوات المكتومة',
    choices: occasions,
  },

  presence_enabled: { label: 'يرى الآخرون هل أنت موجود' },
  send_private_typing_notifications: { label: 'يرى الآخرون أنك تكتب رسائل مباشرة' },
  send_stream_typing_notifications: { label: 'يرى الآخرون أنك تكتب في القنوات' },
  send_read_receipts: { label: 'يرى الآخرون ما قرأته' },
  allow_private_data_export: {
    label: 'يجوز للمديرين تصدير رسائلك المباشرة',
    help: 'في تصدير المؤسسة كلها؛ أما البيانات العامة فهي فيه على أي حال.',
  },
  email_address_visibility: {
    label: 'من يرى عنوان بريدك',
    choices: [
      [1, 'الجميع'],
      [2, 'الأعضاء'],
      [5, 'المشرفون والمديرون'],
      [3, 'المديرون'],
      [4, 'لا أحد'],
    ],
  },
}
