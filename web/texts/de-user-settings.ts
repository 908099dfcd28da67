import { names } from './de.ts'
import type { enUserSettings } from './en-user-settings.ts'
import { spokenNames } from './language-names.ts'
import type { Translated } from './translated.ts'

type UserSettingTexts = Translated<typeof enUserSettings>

const automatic: UserSettingTexts['demote_inactive_streams']['choices'] = [
  [1, 'Automatisch'],
  [2, 'Immer'],
  [3, 'Nie'],
]
const occasions: typeof automatic = [
  [1, 'Themen, an denen du teilnimmst'],
  [2, 'Themen, in die du schreibst'],
  [3, 'Themen, die du beginnst'],
  [4, 'Keinen'],
]

export const deUserSettings: UserSettingTexts = {
  color_scheme: {
    label: 'Farben',
    help: 'In diesem und jedem anderen Client, der den Server fragt.',
    choices: [
      [1, 'Wie das Gerät'],
      [3, 'Hell'],
      [2, 'Dunkel'],
    ],
  },
  high_contrast_mode: {
    label: 'Mehr Kontrast',
    help: 'Linien und Nebenbemerkungen heben sich so ab wie der Text. Der Wunsch deines Geräts nach mehr Kontrast gilt ohnehin.',
  },
  default_language: {
    label: 'Sprache',
    help: `Dieser Seiten, von E-Mails und von Apps, soweit sie sie sprechen. Diese Seiten sprechen ${names.format(spokenNames)}; sonst sind sie auf Englisch.`,
  },
  twenty_four_hour_time: {
    label: 'Uhrzeiten von 0 bis 24',
    help: '15:00 statt 3:00 PM. Sonst so, wie dein Gerät Uhrzeiten schreibt.',
  },
  web_font_size_px: { label: 'Größe der Schrift', help: '16 ist üblich.', unit: 'Pixel' },
  web_line_height_percent: {
    label: 'Höhe der Zeilen',
    help: 'In Nachrichten. 140 ist üblich; 122 ist gedrängt.',
    unit: 'Prozent',
  },
  fluid_layout_width: {
    label: 'Die ganze Breite nutzen',
    help: 'Nachrichten werden so breit, wie das Fenster sie lässt.',
  },
  enter_sends: { label: 'Enter sendet', help: 'Sonst tun das Strg und Enter, und Enter beginnt eine neue Zeile.' },
  enable_drafts_synchronization: {
    label: 'Entwürfe auf allen Geräten',
    help: 'Was du zu schreiben begonnen hast, wird auch auf dem Server aufbewahrt.',
  },
  translate_emoticons: { label: 'Emoticons in Emoji verwandeln', help: 'Aus :) wird 🙂, wenn du es sendest.' },
  display_emoji_reaction_users: {
    label: 'Namen neben Reaktionen',
    help: 'Wo eine Nachricht wenige hat; sonst ihre Anzahl.',
  },
  web_home_view: {
    label: 'Was zuerst aufgeht',
    help: 'Auch Escape führt dorthin.',
    choices: [
      ['inbox', 'Posteingang'],
      ['recent', 'Letzte Unterhaltungen'],
      ['all_messages', 'Alle Nachrichten'],
    ],
  },
  web_escape_navigates_to_home_view: { label: 'Escape führt nach Hause', help: 'Zu dem, was zuerst aufgeht.' },
  web_navigate_to_sent_message: {
    label: 'Dem folgen, was du sendest',
    help: 'Die Ansicht geht zu der Unterhaltung, in die du gerade geschrieben hast.',
  },
  web_mark_read_on_scroll_policy: {
    label: 'Nachrichten als gelesen markieren, wenn man sie sieht',
    choices: [
      [1, 'Überall'],
      [2, 'Nur in Unterhaltungen'],
      [3, 'Nie'],
    ],
  },
  web_channel_default_view: {
    label: 'Kanalansicht',
    help: 'Was ein Klick auf einen Kanal in der Seitenleiste öffnet.',
    choices: [
      [1, 'Neuestes Thema'],
      [4, 'Neuestes ungelesenes Thema'],
      [2, 'Alle Nachrichten'],
      [3, 'Liste der Themen'],
    ],
  },
  resolved_topic_notice_auto_read_policy: {
    label: 'Hinweise, dass ein Thema erledigt ist, sind gleich gelesen',
    choices: [
      ['always', 'Immer'],
      ['except_followed', 'Außer in Themen, denen du folgst'],
      ['never', 'Nie'],
    ],
  },
  user_list_style: {
    label: 'Personen neben den Nachrichten',
    choices: [
      [1, 'Nur Namen'],
      [2, 'Mit dem, was sie gerade machen'],
      [3, 'Damit und mit ihren Bildern'],
    ],
  },
  web_animate_image_previews: {
    label: 'Bewegte Bilder bewegen sich',
    help: 'In Nachrichten. Wo dein Gerät weniger Bewegung wünscht, nie von selbst.',
    choices: [
      ['always', 'Immer'],
      ['on_hover', 'Unter dem Zeiger'],
      ['never', 'Wenn man sie öffnet'],
    ],
  },
  web_stream_unreads_count_display_policy: {
    label: 'Zahl des Ungelesenen neben Kanälen',
    choices: [
      [1, 'Bei allen'],
      [2, 'Bei nicht stummgeschalteten'],
      [3, 'Bei keinem'],
    ],
  },
  web_left_sidebar_unreads_count_summary: {
    label: 'Summen des Ungelesenen',
    help: 'Neben zugeklappten Teilen der Seitenleiste.',
  },
  web_left_sidebar_show_channel_folders: {
    label: 'Ordner in der Seitenleiste',
    help: 'Kanäle stehen dort in ihren Ordnern.',
  },
  web_inbox_show_channel_folders: { label: 'Ordner im Posteingang', help: 'Kanäle stehen dort in ihren Ordnern.' },
  starred_message_counts: { label: 'Nachrichten mit Stern zählen' },
  receives_typing_notifications: { label: 'Sehen, wer gerade schreibt' },
  demote_inactive_streams: {
    label: 'Stille Kanäle rücken nach unten',
    help: 'In der Seitenleiste und im Posteingang, wo seit einem halben Jahr niemand geschrieben hat. Automatisch: bei mehr als 30 Kanälen.',
    choices: automatic,
  },
  web_suggest_update_timezone: {
    label: 'Eine neue Zeitzone anbieten',
    help: 'Deine Profilseite bietet die deines Geräts an, wo sie eine andere ist.',
  },

  enable_desktop_notifications: {
    label: 'Direktnachrichten, Erwähnungen und Signalwörter: auf dem Bildschirm',
  },
  enable_sounds: { label: 'Direktnachrichten, Erwähnungen und Signalwörter: mit einem Ton' },
  enable_offline_push_notifications: { label: 'Direktnachrichten, Erwähnungen und Signalwörter: auf deinem Telefon' },
  enable_offline_email_notifications: { label: 'Direktnachrichten, Erwähnungen und Signalwörter: per E-Mail' },
  enable_followed_topic_desktop_notifications: {
    label: 'Themen, denen du folgst: auf dem Bildschirm',
  },
  enable_followed_topic_audible_notifications: {
    label: 'Themen, denen du folgst: mit einem Ton',
  },
  enable_followed_topic_push_notifications: { label: 'Themen, denen du folgst: auf deinem Telefon' },
  enable_followed_topic_email_notifications: { label: 'Themen, denen du folgst: per E-Mail' },
  enable_followed_topic_wildcard_mentions_notify: {
    label: 'Themen, denen du folgst: Erwähnungen aller',
    help: 'Sie sagen dir Bescheid wie solche von dir selbst.',
  },
  enable_stream_desktop_notifications: { label: 'Kanäle: auf dem Bildschirm' },
  enable_stream_audible_notifications: { label: 'Kanäle: mit einem Ton' },
  enable_stream_push_notifications: { label: 'Kanäle: auf deinem Telefon' },
  enable_stream_email_notifications: { label: 'Kanäle: per E-Mail' },
  wildcard_mentions_notify: {
    label: 'Kanäle: Erwähnungen aller',
    help: 'Sie sagen dir Bescheid wie solche von dir selbst.',
  },
  notification_sound: { label: 'Ton' },
  pm_content_in_desktop_notifications: { label: 'Den Text von Direktnachrichten zeigen' },
  desktop_icon_count_display: {
    label: 'Die Zahl auf dem Symbol zählt',
    choices: [
      [1, 'Alle ungelesenen Nachrichten'],
      [2, 'Direktnachrichten, Erwähnungen und Themen, denen du folgst'],
      [3, 'Direktnachrichten und Erwähnungen'],
      [4, 'Nichts'],
    ],
  },
  enable_online_push_notifications: {
    label: 'Deinem Telefon auch Bescheid sagen, während du hier bist',
    help: 'Sonst nur, während du weg bist.',
  },
  email_notifications_batching_period_seconds: {
    label: 'E-Mails sammeln für',
    help: 'Was in dieser Zeit kommt, kommt in einer E-Mail.',
    choices: [
      [120, '2 Minuten'],
      [300, '5 Minuten'],
      [600, '10 Minuten'],
      [1800, '30 Minuten'],
      [3600, '1 Stunde'],
      [21_600, '6 Stunden'],
      [86_400, '1 Tag'],
      [604_800, '1 Woche'],
    ],
  },
  message_content_in_email_notifications: {
    label: 'Nachrichten stehen in E-Mails',
    help: 'Sonst sagen sie nur, dass es welche gibt.',
  },
  realm_name_in_email_notifications_policy: {
    label: 'Name der Organisation im Betreff',
    help: 'Automatisch: wo du zu mehreren gehörst.',
    choices: automatic,
  },
  enable_digest_emails: {
    label: 'Was du verpasst hast, wenn du lange weg warst',
    help: 'Morgens eine Mail mit dem, was in Kanälen ungelesen ist, wenn deine Organisation solche verschickt.',
  },
  enable_daily_digest_emails: {
    label: 'Jeden Tag statt jede Woche',
    help: 'Wenn du einen Tag nicht hier warst, nicht erst nach dreien.',
  },
  enable_login_emails: { label: 'Neue Anmeldungen in deinem Konto' },
  automatically_follow_topics_policy: { label: 'Von selbst folgen', choices: occasions },
  automatically_follow_topics_where_mentioned: { label: 'Themen folgen, in denen du erwähnt wirst' },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'In stummgeschalteten Kanälen von selbst laut stellen',
    choices: occasions,
  },

  presence_enabled: { label: 'Andere sehen, ob du da bist' },
  send_private_typing_notifications: { label: 'Andere sehen, wenn du Direktnachrichten schreibst' },
  send_stream_typing_notifications: { label: 'Andere sehen, wenn du in Kanälen schreibst' },
  send_read_receipts: { label: 'Andere sehen, was du gelesen hast' },
  allow_private_data_export: {
    label: 'Administratoren dürfen deine Direktnachrichten exportieren',
    help: 'In Exporten der ganzen Organisation; öffentliche Daten stehen ohnehin darin.',
  },
  email_address_visibility: {
    label: 'Wer deine E-Mail-Adresse sieht',
    choices: [
      [1, 'Alle'],
      [2, 'Mitglieder'],
      [5, 'Moderatoren und Administratoren'],
      [3, 'Administratoren'],
      [4, 'Niemand'],
    ],
  },
}
