import type { enOrganizationSettings } from './en-organization-settings.ts'
import type { Translated } from './translated.ts'

export const deOrganizationSettings: Translated<typeof enOrganizationSettings> = {
  name: { label: 'Name', help: 'Steht über den Listen, in Einladungen und im Betreff von E-Mails.' },
  description: {
    label: 'Beschreibung',
    help: 'Wer ihr seid und was ihr hier tut. Wer sich anmeldet oder eingeladen wird, liest sie; sie darf Formatierung und Links enthalten.',
  },

  default_language: {
    label: 'Sprache',
    help: 'Die Sprache von Einladungen und von dem, was der Server von selbst schreibt. Für alles andere wählt jede Person ihre eigene.',
  },
  new_stream_announcements_stream_id: {
    label: 'Neue Kanäle werden angekündigt in',
    help: 'Dort erscheint eine Nachricht, wenn jemand einen öffentlichen Kanal anlegt.',
  },
  signup_announcements_stream_id: {
    label: 'Neue Personen werden angekündigt in',
    help: 'Dort erscheint eine Nachricht, wenn jemand dazukommt.',
  },
  send_channel_events_messages: {
    label: 'Änderungen an einem Kanal erscheinen in ihm',
    help: 'Eine Zeile im Kanal sagt, wann sich Name, Beschreibung oder Sichtbarkeit geändert haben und wer das war.',
  },
  welcome_message_custom_text: {
    label: 'Eure Worte an Neue',
    help: 'Der Begrüßungsbot hängt sie an seine erste Nachricht an alle, die dazukommen.',
  },
  message_content_allowed_in_email_notifications: {
    label: 'E-Mails dürfen Nachrichten zitieren',
    help: 'Wenn aus, sagen E-Mails nur, dass etwas geschrieben wurde und wo: Was Leute sagen, bleibt auf diesem Server.',
  },
  digest_emails_enabled: {
    label: 'Wöchentliche Zusammenfassung per E-Mail',
    help: `Wer eine Weile nicht hier war, bekommt eine E-Mail mit dem, was am meisten besprochen wurde. Alle können das für sich abschalten.`,
  },
  digest_weekday: {
    label: 'Tag der Zusammenfassung',
    help: `Die Zusammenfassung wird an diesem Wochentag verschickt.`,
  },

  topics_policy: {
    label: 'Nachrichten ohne Thema',
    help: 'Ob Nachrichten in Kanälen ein Thema brauchen. Kanäle können es anders halten.',
  },
  video_chat_provider: {
    label: 'Anrufe',
    help: 'Der Dienst hinter dem Knopf für Anrufe. Zur Wahl stehen die Dienste, die der Betreiber des Servers eingerichtet hat.',
  },
  jitsi_server_url: {
    label: 'Euer eigener Jitsi-Server',
    help: 'Die Adresse des Servers, auf dem Anrufe stattfinden. Leer: der, den dieser Server nennt.',
  },

  enable_read_receipts: {
    label: 'Man kann sehen, wer eine Nachricht gelesen hat',
    help: 'Alle können sich in ihren eigenen Einstellungen davon ausnehmen.',
  },
  inline_image_preview: {
    label: 'Verlinkte Bilder werden gezeigt',
    help: 'Unter der Nachricht, kleiner. Bilder von anderen Servern kommen durch diesen.',
  },
  inline_url_embed_preview: {
    label: 'Verlinkte Seiten bekommen eine Vorschau',
    help: 'Titel und ein paar Worte der Seite unter der Nachricht. Der Server holt sie.',
  },
  media_preview_size: {
    label: 'Größe von Bildern in Nachrichten',
    help: 'Wie groß Bilder und Videos in Nachrichten sind, bevor man sie öffnet.',
  },
  default_code_block_language: {
    label: 'Sprache von Code',
    help: 'Code-Blöcke, die keine Sprache nennen, werden wie diese eingefärbt, zum Beispiel python. Leer: Sie werden nicht eingefärbt.',
  },
  presence_disabled: {
    label: 'Niemand sieht, wer da ist',
    help: 'Verbirgt für alle, wer online oder abwesend ist und wann jemand zuletzt da war.',
  },
  default_avatar_source: {
    label: 'Wer kein Bild hat',
    help: 'Bekommt ein Muster, das auf diesem Server entsteht, oder eines von Gravatar, das dann die verschlüsselte Adresse der Person erfährt.',
  },
  message_retention_days: {
    label: 'Nachrichten werden aufbewahrt',
    help: 'Ältere werden endgültig gelöscht, samt Dateien. Kanäle können eine eigene Frist haben.',
  },
  moderation_request_channel_id: {
    label: 'Meldungen gehen an',
    help: 'Der private Kanal, in dem Moderatoren von gemeldeten Nachrichten erfahren. Keiner: Niemand kann melden.',
  },

  invite_required: {
    label: 'Zum Beitreten braucht man eine Einladung',
    help: 'Wenn aus, kann sich jede Person, die die Adresse findet, ein Konto anlegen.',
  },
  can_invite_users_group: {
    label: 'Wer per E-Mail einladen kann',
    help: 'Diese Personen senden Einladungen an Adressen, die sie kennen.',
  },
  create_multiuse_invite_group: {
    label: 'Wer Einladungslinks erzeugen kann',
    help: 'Wer einen solchen Link hat, kann beitreten, bis er abläuft.',
  },
  emails_restricted_to_domains: {
    label: 'Nur Personen bestimmter Domains treten bei',
    help: 'Neue Konten brauchen eine E-Mail-Adresse bei einer der Domains in der Liste „Domains“.',
  },
  disallow_disposable_email_addresses: {
    label: 'Wegwerfadressen werden abgelehnt',
    help: 'Niemand tritt mit einer Adresse der bekannten Dienste bei, die sie nach Minuten vergessen.',
  },
  waiting_period_threshold: {
    label: 'Tage bis zur vollen Mitgliedschaft',
    help: 'Berechtigungen können auf volle Mitglieder beschränkt werden: Personen, die seit so vielen Tagen hier sind.',
  },

  can_create_public_channel_group: {
    label: 'Wer öffentliche Kanäle anlegen kann',
    help: 'Alle außer Gästen können sie finden und ihnen beitreten.',
  },
  can_create_private_channel_group: {
    label: 'Wer private Kanäle anlegen kann',
    help: 'Nur wer hinzugefügt wurde, weiß von ihnen.',
  },
  enable_spectator_access: {
    label: 'Kanäle können ohne Konto gelesen werden',
    help: 'Erlaubt Kanäle, die alle im Web lesen dürfen. Kanäle werden einzeln dazu gemacht.',
  },
  can_create_web_public_channel_group: {
    label: 'Wer Kanäle für das Web öffnen kann',
    help: 'Diese Personen legen Kanäle an, die alle ohne Konto lesen dürfen.',
  },
  can_add_subscribers_group: {
    label: 'Wer andere zu Kanälen hinzufügen kann',
    help: 'Zu jedem Kanal, den sie sehen. Kanäle können es weiteren Personen erlauben.',
  },
  can_mention_many_users_group: {
    label: 'Wer in großen Kanälen alle rufen kann',
    help: 'Mit @all und Ähnlichem, wo mehr als 15 Personen im Kanal sind.',
  },
  can_set_topics_policy_group: {
    label: 'Wer über Nachrichten ohne Thema entscheiden kann',
    help: 'In Kanälen, die sie verwalten, anders als die Organisation.',
  },
  can_set_delete_message_policy_group: {
    label: 'Wer entscheiden kann, wer Nachrichten löscht',
    help: 'In Kanälen, die sie verwalten, über das hinaus, was die Organisation erlaubt.',
  },

  can_create_groups: {
    label: 'Wer Gruppen anlegen kann',
    help: 'Gruppen von Personen, die erwähnt werden und Berechtigungen bekommen können.',
  },
  can_manage_all_groups: {
    label: 'Wer jede Gruppe verwalten kann',
    help: 'Diese Personen ändern Namen, Mitglieder und Berechtigungen auch von Gruppen, die andere angelegt haben.',
  },

  direct_message_permission_group: {
    label: 'Wer Direktnachrichten ermöglicht',
    help: 'An jeder Unterhaltung zwischen Personen muss mindestens eine von diesen beteiligt sein. Niemand: Direktnachrichten sind aus.',
  },
  direct_message_initiator_group: {
    label: 'Wer eine Unterhaltung beginnen kann',
    help: 'In Unterhaltungen, die es schon gibt, können alle antworten.',
  },

  allow_message_editing: {
    label: 'Man kann bearbeiten, was man geschrieben hat',
    help: 'Den Text der eigenen Nachrichten. Nachrichten zu verschieben, ist eine andere Sache.',
  },
  message_content_edit_limit_seconds: {
    label: 'Wie lange Texte bearbeitet werden können',
    help: 'Gerechnet ab dem Senden der Nachricht.',
  },
  message_edit_history_visibility_policy: {
    label: 'Was der Verlauf einer Nachricht zeigt',
    help: 'Allen, die die Nachricht lesen können: was früher darin stand und wo sie stand, nur wo sie stand, oder nichts.',
  },

  can_move_messages_between_topics_group: {
    label: 'Wer Nachrichten in andere Themen verschieben kann',
    help: 'Innerhalb eines Kanals; ein Thema umzubenennen, heißt, seine Nachrichten zu verschieben. Kanäle können es weiteren Personen erlauben.',
  },
  move_messages_within_stream_limit_seconds: {
    label: 'Wie lange Nachrichten in andere Themen verschoben werden können',
    help: 'Gerechnet ab dem Senden der Nachricht. Moderatoren können es immer.',
  },
  can_move_messages_between_channels_group: {
    label: 'Wer Nachrichten in andere Kanäle verschieben kann',
    help: 'In Kanäle, in denen diese Personen schreiben dürfen.',
  },
  move_messages_between_streams_limit_seconds: {
    label: 'Wie lange Nachrichten in andere Kanäle verschoben werden können',
    help: 'Gerechnet ab dem Senden der Nachricht. Moderatoren können es immer.',
  },
  can_resolve_topics_group: {
    label: 'Wer Themen als erledigt markieren kann',
    help: 'Und wieder öffnen. Kanäle können es weiteren Personen erlauben.',
  },

  can_delete_any_message_group: {
    label: 'Wer jede Nachricht löschen kann',
    help: 'Auch die von anderen, wann immer sie gesendet wurden.',
  },
  can_delete_own_message_group: {
    label: 'Wer eigene Nachrichten löschen kann',
    help: 'Auch die der eigenen Bots.',
  },
  message_content_delete_limit_seconds: {
    label: 'Wie lange man eigene Nachrichten löschen kann',
    help: 'Gerechnet ab dem Senden der Nachricht.',
  },

  require_unique_names: {
    label: 'Keine zwei Personen heißen gleich',
    help: 'Wer einen Namen ändert oder beitritt, muss einen wählen, den niemand hat.',
  },
  name_changes_disabled: { label: 'Namen stehen fest', help: 'Nur Administratoren ändern die Namen von Personen.' },
  email_changes_disabled: {
    label: 'E-Mail-Adressen stehen fest',
    help: 'Nur Administratoren ändern die Adressen von Personen.',
  },
  avatar_changes_disabled: { label: 'Bilder stehen fest', help: 'Nur Administratoren ändern die Bilder von Personen.' },

  can_access_all_users_group: {
    label: 'Wer alle sieht',
    help: 'Gäste außerhalb davon sehen nur die Personen, denen sie in Kanälen und Unterhaltungen begegnen.',
  },
  enable_guest_user_indicator: {
    label: 'Gäste kennzeichnen',
    help: 'Neben ihren Namen steht „Gast“.',
  },
  enable_guest_user_dm_warning: {
    label: 'Hinweis vor Nachrichten an Gäste',
    help: 'Wer einem Gast eine Direktnachricht schreibt, sieht dabei einen Hinweis.',
  },

  enable_mcp: {
    label: 'Assistenten können verbunden werden',
    help: 'Über das Model Context Protocol. Jeder handelt für jemanden, mit einem Zugriffstoken, das sagt, was er darf.',
  },
  enable_mcp_registration: {
    label: 'Unbekannte Programme können um Zugriff bitten',
    help: 'Bei Leuten, die entscheiden, was sie dürfen. Sonst nur Programme, die ein Administrator bekannt gemacht hat.',
  },
  can_create_bots_group: { label: 'Wer Bots anlegen kann', help: 'Bots jeder Art, die lesen und schreiben können.' },
  can_create_write_only_bots_group: {
    label: 'Wer Bots anlegen kann, die nur schreiben',
    help: 'Für eingehende Webhooks: Sie lesen nichts. Wer alle Bots anlegen kann, kann auch diese.',
  },
  can_add_custom_emoji_group: {
    label: 'Wer Emoji hinzufügen kann',
    help: 'Bilder mit einem Namen, die alle verwenden können.',
  },
  authentication_methods: {
    label: 'Wege der Anmeldung',
    help: 'Mindestens einer bleibt an. Wer angemeldet ist, bleibt es.',
  },
  second_factor_required: {
    label: 'Wer einen zweiten Faktor braucht',
    help: 'Wer keinen hat, richtet ihn beim nächsten Anmelden mit Passwort oder Link aus einer Mail ein. Wer sich mit einem anderen Dienst anmeldet, weist sich dort aus.',
  },
  owner_full_content_access: {
    label: 'Inhaber können private Nachrichten exportieren',
    help: 'Von allen, ohne sie zu fragen.',
  },
}
