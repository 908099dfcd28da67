/** What refusals say in German, by what they say in English: of files, calls, devices, exports and imports. */
export const deOutside = {
  'Invalid attachment': 'Diese Datei gibt es nicht',
  'Upload not found': 'Dieses Hochladen gibt es nicht mehr',
  'The file is too large (limit: {limit} MiB)': 'Die Datei ist zu groß (höchstens {limit} MiB)',
  'Too many uploads have been begun and not finished (limit: {limit})':
    'Zu viele Dateien werden gerade hochgeladen (höchstens {limit})',
  'You must specify a file to upload': 'Wähle eine Datei zum Hochladen',
  'You may upload only one file at a time': 'Lade eine Datei nach der anderen hoch',
  "There is no room for the file: it would exceed your organization's upload quota.":
    'Für die Datei ist kein Platz mehr: Deine Organisation hat ihr Kontingent erreicht.',
  'File not found': 'Diese Datei gibt es nicht',
  'This link has expired': 'Dieser Link ist abgelaufen',
  'This server is not configured for a service of meetings':
    'Dieser Server ist für keinen Besprechungsdienst eingerichtet',
  'You have not connected your account at {provider}, or have to do so again':
    'Dein Konto bei {provider} ist nicht oder nicht mehr verbunden',
  'No meeting was made: {reason}': 'Die Besprechung kam nicht zustande: {reason}',
  'This server is not configured for BigBlueButton': 'Dieser Server ist nicht für BigBlueButton eingerichtet',
  'This server is not configured for Nextcloud Talk': 'Dieser Server ist nicht für Nextcloud Talk eingerichtet',
  'This server is not configured for Constructor Groups': 'Dieser Server ist nicht für Constructor Groups eingerichtet',
  'This link is too old, or not whole. Begin again': 'Dieser Link ist zu alt oder nicht vollständig. Beginne von vorn',
  'This was not begun in this browser, or too long ago. Begin again':
    'Das wurde nicht in diesem Browser begonnen oder ist zu lange her. Beginne von vorn',
  '{provider} says that it was not allowed': '{provider} sagt, dass es nicht erlaubt wurde',
  '{provider} did not do its part: {reason}': '{provider} hat nicht geantwortet wie erwartet: {reason}',
  'This link to a call is not whole': 'Dieser Link zu einem Anruf ist nicht vollständig',
  'Say who you are': 'Sag, wer du bist',
  'The call could not be opened: {reason}': 'Der Anruf konnte nicht geöffnet werden: {reason}',
  'This server has no push relay: mobile notifications are not available.':
    'Dieser Server kann keine Benachrichtigungen an Mobilgeräte schicken.',
  'No device of yours is registered for notifications': 'Keines deiner Geräte ist für Benachrichtigungen angemeldet',
  'The push service does not accept this server': 'Der Dienst für Benachrichtigungen nimmt von diesem Server nichts an',
  'The push service cannot be reached': 'Der Dienst für Benachrichtigungen ist nicht zu erreichen',
  'The push service has failed; trying again later may help':
    'Der Dienst für Benachrichtigungen hat versagt; versuche es später noch einmal',
  'Device not recognized': 'Dieses Gerät ist nicht bekannt',
  'Private data is exported with consent only; whoever runs the server can let owners export everything.':
    'Privates wird nur mit Einwilligung exportiert; wer den Server betreibt, kann Besitzern erlauben, alles zu exportieren.',
  'An organization can begin {limit} exports a week.': 'Eine Organisation kann {limit} Exporte in der Woche beginnen.',
  'There is no such export.': 'Diesen Export gibt es nicht.',
  'The export is still under way.': 'Der Export läuft noch.',
  'Only owners of the organization at the root of this server see its backups. On the server, loquat backup --list shows them.':
    'Die Sicherungen dieses Servers sehen nur die Inhaber der Organisation an seiner Wurzel. Auf dem Server zeigt sie loquat backup --list.',
  'The export has failed, so there is no archive.': 'Der Export ist gescheitert; es gibt kein Archiv.',
  'The export is deleted already.': 'Der Export ist schon gelöscht.',
  'Your data can be downloaded {limit} times a day, and once at a time.':
    'Deine Daten kannst du {limit}-mal am Tag herunterladen, und nicht mehrmals zugleich.',
  'There is no such file, or it is not yours.': 'Diese Datei gibt es nicht, oder sie gehört nicht dir.',
  'An archive can have at most {limit} MiB here.': 'Ein Archiv kann hier höchstens {limit} MiB haben.',
  'Archives are taken in by whoever runs this server only.': 'Archive nimmt nur herein, wer diesen Server betreibt.',
  'Another import is under way.': 'Ein anderer Import läuft gerade.',
  'There is no such import.': 'Diesen Import gibt es nicht.',
  'The import has ended already.': 'Der Import ist schon zu Ende.',
  'This bot is not an incoming webhook that acts': 'Dieser Bot ist kein aktiver eingehender Webhook',
  'This bot is not an outgoing webhook that can be called':
    'Dieser Bot ist kein ausgehender Webhook, der aufgerufen werden kann',
  'There is no integration of this name': 'Es gibt keine Integration mit diesem Namen',
  'This address is for a program that posts: send the payload with POST':
    'Diese Adresse ist für ein Programm, das etwas schickt: die Daten kommen mit POST',
  'The post is not signed: {expected}': 'Die Sendung ist nicht signiert: {expected}',
  'The signature or secret is wrong: {expected}': 'Die Signatur oder das Geheimnis ist falsch: {expected}',
  'The post was signed more than five minutes ago or ahead':
    'Die Sendung wurde vor mehr als fünf Minuten signiert oder in der Zukunft',
  'The secret of this integration cannot be read any more: it has to be set again':
    'Das Geheimnis dieser Integration lässt sich nicht mehr lesen: Es muss neu gesetzt werden',
  'The secret cannot be used: {reason}': 'Das Geheimnis lässt sich nicht verwenden: {reason}',
  'This integration has no such sample': 'Diese Integration hat kein solches Beispiel',
  'The template cannot be used: {reason}': 'Die Vorlage lässt sich nicht verwenden: {reason}',
  'Only the generic integration has templates': 'Nur die allgemeine Integration hat Vorlagen',
  'A bot can have the settings of {limit} integrations':
    'Ein Bot kann die Einstellungen von {limit} Integrationen haben',
  'A webhook can be tried out ten times in a minute': 'Ein Webhook lässt sich zehnmal in der Minute ausprobieren',
  'A webhook can be tried out ten times in a minute, once at a time':
    'Ein Webhook lässt sich zehnmal in der Minute ausprobieren, einmal zur Zeit',
  'This organization has no directory.': 'Diese Organisation hat kein Verzeichnis.',
  'A synchronisation is under way.': 'Ein Abgleich läuft gerade.',
  'There is no such synchronisation.': 'Diesen Abgleich gibt es nicht.',
  'The synchronisation has ended already.': 'Der Abgleich ist schon beendet.',
} as const
