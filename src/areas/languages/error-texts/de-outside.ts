/** What refusals say in German, by what they say in English: of files, calls, devices, exports and imports. */
export const deOutside = {
  'Invalid attachment': 'Diese Datei gibt es nicht',
  'Upload not found': 'Dieses Hochladen gibt es nicht mehr',
  'The file is too large (limit: {limit} MiB)': 'Die Datei ist zu groß (höchstens {limit} MiB)',
  'You have too many unfinished uploads (limit: {limit})':
    'Zu viele Dateien werden gerade hochgeladen (höchstens {limit})',
  'You must specify a file to upload': 'Wähle eine Datei zum Hochladen',
  'You may upload only one file at a time': 'Lade eine Datei nach der anderen hoch',
  "There is no room for the file: it would exceed your organization's upload quota.":
    'Für die Datei ist kein Platz mehr: Deine Organisation hat ihr Kontingent erreicht.',
  'File not found': 'Diese Datei gibt es nicht',
  'This link has expired': 'Dieser Link ist abgelaufen',
  'No meeting service is configured on this server': 'Dieser Server ist für keinen Besprechungsdienst eingerichtet',
  'Connect your {provider} account first': 'Dein Konto bei {provider} ist nicht oder nicht mehr verbunden',
  "Couldn't create the meeting: {reason}": 'Die Besprechung kam nicht zustande: {reason}',
  'This server is not configured for BigBlueButton': 'Dieser Server ist nicht für BigBlueButton eingerichtet',
  'This server is not configured for Nextcloud Talk': 'Dieser Server ist nicht für Nextcloud Talk eingerichtet',
  'This server is not configured for Constructor Groups': 'Dieser Server ist nicht für Constructor Groups eingerichtet',
  'This link is incomplete or has expired. Start over':
    'Dieser Link ist zu alt oder nicht vollständig. Beginne von vorn',
  'This was started in another browser or has expired. Start over':
    'Das wurde nicht in diesem Browser begonnen oder ist zu lange her. Beginne von vorn',
  'Access was denied at {provider}': '{provider} sagt, dass es nicht erlaubt wurde',
  '{provider} failed: {reason}': '{provider} hat nicht geantwortet wie erwartet: {reason}',
  'This call link is incomplete': 'Dieser Link zu einem Anruf ist nicht vollständig',
  'Enter your name': 'Sag, wer du bist',
  "Couldn't open the call: {reason}": 'Der Anruf konnte nicht geöffnet werden: {reason}',
  'This server has no push relay: mobile notifications are not available.':
    'Dieser Server kann keine Benachrichtigungen an Mobilgeräte schicken.',
  'None of your devices is registered for notifications': 'Keines deiner Geräte ist für Benachrichtigungen angemeldet',
  'The push service does not accept this server': 'Der Dienst für Benachrichtigungen nimmt von diesem Server nichts an',
  "Can't reach the push service": 'Der Dienst für Benachrichtigungen ist nicht zu erreichen',
  'The push service failed. Try again later':
    'Der Dienst für Benachrichtigungen hat versagt; versuche es später noch einmal',
  'Device not recognized': 'Dieses Gerät ist nicht bekannt',
  "Private data is exported only with users' consent. The server's operator can allow owners to export everything.":
    'Privates wird nur mit Einwilligung exportiert; wer den Server betreibt, kann Besitzern erlauben, alles zu exportieren.',
  'An organization can start up to {limit} exports per week.':
    'Eine Organisation kann {limit} Exporte in der Woche beginnen.',
  'Export does not exist.': 'Diesen Export gibt es nicht.',
  'The export is still in progress.': 'Der Export läuft noch.',
  'Only owners of the organization at the root of this server see its backups. On the server, loquat backup --list shows them.':
    'Die Sicherungen dieses Servers sehen nur die Inhaber der Organisation an seiner Wurzel. Auf dem Server zeigt sie loquat backup --list.',
  "The export failed, so there's no archive.": 'Der Export ist gescheitert; es gibt kein Archiv.',
  'The export was already deleted.': 'Der Export ist schon gelöscht.',
  'You can download your data up to {limit} times a day, one download at a time.':
    'Deine Daten kannst du {limit}-mal am Tag herunterladen, und nicht mehrmals zugleich.',
  "File not found, or it isn't yours.": 'Diese Datei gibt es nicht, oder sie gehört nicht dir.',
  'The archive is too large (limit: {limit} MiB).': 'Ein Archiv kann hier höchstens {limit} MiB haben.',
  "Only the server's operator can import archives.": 'Archive nimmt nur herein, wer diesen Server betreibt.',
  'Another import is in progress.': 'Ein anderer Import läuft gerade.',
  'Import does not exist.': 'Diesen Import gibt es nicht.',
  'The import has already ended.': 'Der Import ist schon zu Ende.',
  'This bot is not an active incoming webhook': 'Dieser Bot ist kein aktiver eingehender Webhook',
  'This bot is not an active outgoing webhook': 'Dieser Bot ist kein ausgehender Webhook, der aufgerufen werden kann',
  'Integration does not exist': 'Es gibt keine Integration mit diesem Namen',
  'Send the payload to this URL with POST':
    'Diese Adresse ist für ein Programm, das etwas schickt: die Daten kommen mit POST',
  'The request is not signed: {expected}': 'Die Sendung ist nicht signiert: {expected}',
  'The signature or secret is wrong: {expected}': 'Die Signatur oder das Geheimnis ist falsch: {expected}',
  'The signature timestamp is more than five minutes off':
    'Die Sendung wurde vor mehr als fünf Minuten signiert oder in der Zukunft',
  "This integration's secret can no longer be read. Set it again":
    'Das Geheimnis dieser Integration lässt sich nicht mehr lesen: Es muss neu gesetzt werden',
  'Invalid secret: {reason}': 'Das Geheimnis lässt sich nicht verwenden: {reason}',
  'Sample does not exist for this integration': 'Diese Integration hat kein solches Beispiel',
  'Invalid template: {reason}': 'Die Vorlage lässt sich nicht verwenden: {reason}',
  'Only the generic integration has templates': 'Nur die allgemeine Integration hat Vorlagen',
  'A bot can have settings for up to {limit} integrations':
    'Ein Bot kann die Einstellungen von {limit} Integrationen haben',
  'You can test a webhook ten times per minute': 'Ein Webhook lässt sich zehnmal in der Minute ausprobieren',
  'You can test a webhook ten times per minute, one test at a time':
    'Ein Webhook lässt sich zehnmal in der Minute ausprobieren, einmal zur Zeit',
  'No directory is configured for this organization.': 'Diese Organisation hat kein Verzeichnis.',
  'A synchronization is in progress.': 'Ein Abgleich läuft gerade.',
  'Synchronization does not exist.': 'Diesen Abgleich gibt es nicht.',
  'The synchronization has already ended.': 'Der Abgleich ist schon beendet.',
} as const
