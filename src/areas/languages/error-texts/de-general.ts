/** What refusals say in German, by what they say in English: of signing in, rights and the organization. */
export const deGeneral = {
  // whoever asks
  'Not logged in: API authentication or user session required':
    'Nicht angemeldet: Es braucht einen API-Schlüssel oder eine Anmeldung',
  'Invalid API key': 'Ungültiger API-Schlüssel',
  'Account is deactivated': 'Das Konto ist deaktiviert',
  'There is no organization at this address': 'Unter dieser Adresse gibt es keine Organisation',
  'Insufficient permission': 'Das darfst du nicht',
  'Must be an organization administrator': 'Das dürfen nur Administratoren der Organisation',
  'Must be an organization owner': 'Das dürfen nur Besitzer der Organisation',
  'Must be an organization moderator': 'Das dürfen nur Moderatoren der Organisation',
  'Not allowed for guest users': 'Gäste dürfen das nicht',
  'User not authorized for this query': 'Das darfst du nicht abfragen',
  'This form was sent from another site.': 'Dieses Formular wurde von einer anderen Website abgeschickt.',
  "The server's disk is full, so nothing can be saved. Ask the people who run the server to free up space.":
    'Der Speicherplatz des Servers ist voll, darum kann nichts gespeichert werden. Bitte die Leute, die den Server betreiben, Platz zu schaffen.',
  'The server cannot answer just now; try again in a moment':
    'Der Server kann gerade nicht antworten; versuche es gleich noch einmal',
  'This password is too easy to guess. Choose a longer or less common one.':
    'Dieses Passwort ist zu leicht zu erraten. Wähle ein längeres oder selteneres.',
  "This password is too easy to guess: it contains your name, your email address or your organization's name. Choose another one.":
    'Dieses Passwort ist zu leicht zu erraten: Es enthält deinen Namen, deine E-Mail-Adresse oder den Namen deiner Organisation. Wähle ein anderes.',
  'API usage exceeded rate limit': 'Zu viele Anfragen in kurzer Zeit',
  'Too many wrong passwords. Try again in {seconds} seconds.':
    'Zu viele falsche Passwörter. Versuche es in {seconds} Sekunden noch einmal.',
  'The request is too large (limit: {limit})': 'Die Anfrage ist zu groß (höchstens {limit})',
  // signing in and joining
  'Your username or password is incorrect': 'Adresse oder Passwort ist falsch',
  'Who is signed in with a browser learns no API key here: ask with the key itself':
    'Wer mit einem Browser angemeldet ist, erfährt hier keinen API-Schlüssel: Frage mit dem Schlüssel selbst',
  'Nobody signs in to this organization with a password': 'In dieser Organisation meldet sich niemand mit Passwort an',
  'The directory that knows your password does not answer. Try again in a while.':
    'Das Verzeichnis, das dein Passwort kennt, antwortet nicht. Versuche es in einer Weile noch einmal.',
  'The directory {directory} does not know your e-mail address, and without that there is no account':
    'Das Verzeichnis {directory} kennt deine E-Mail-Adresse nicht, und ohne sie gibt es kein Konto',
  'This sign-in is over: begin again': 'Diese Anmeldung ist abgelaufen: Beginne von vorn',
  'Nobody signs in to this organization that way': 'In dieser Organisation meldet sich niemand so an',
  'This sign-in was not begun in this browser, or too long ago. Begin again':
    'Diese Anmeldung wurde nicht in diesem Browser begonnen oder ist zu lange her. Beginne von vorn',
  '{provider} says that the sign-in was not completed': '{provider} sagt, dass die Anmeldung nicht abgeschlossen wurde',
  '{provider} does not answer at the moment. Try again in a while.':
    '{provider} antwortet gerade nicht. Versuche es später noch einmal.',
  '{provider} has said something that cannot be believed, so nobody was signed in. The log of this server says more.':
    '{provider} hat etwas gesagt, das nicht zu glauben ist; darum wurde niemand angemeldet. Das Protokoll dieses Servers sagt mehr.',
  '{provider} does not say that your e-mail address is verified, and without that nobody can tell whose account it is':
    '{provider} sagt nicht, dass deine E-Mail-Adresse bestätigt ist, und ohne das kann niemand sagen, wessen Konto es ist',
  'The account with the address {email} is not a person': 'Das Konto mit der Adresse {email} gehört keinem Menschen',
  'The account with the address {email} belongs to somebody else at {provider}. An administrator can have that forgotten by deactivating and reactivating it':
    'Das Konto mit der Adresse {email} gehört bei {provider} jemand anderem. Ein Administrator kann das vergessen lassen, indem er es deaktiviert und wieder aktiviert',
  'This link is not valid, or not any more': 'Dieser Link gilt nicht oder nicht mehr',
  'It takes an invitation to join this organization': 'Dieser Organisation kann man nur mit einer Einladung beitreten',
  'The invitation is for {email}': 'Die Einladung ist für {email}',
  'You have asked for too many addresses: try again tomorrow':
    'Du hast zu viele Adressen angefordert: Versuche es morgen wieder',
  // the organization
  'This organization has been deactivated': 'Diese Organisation wurde deaktiviert',
  'This organization has moved to {moved_to}': 'Diese Organisation ist umgezogen: {moved_to}',
  'There are too many {what} already (limit: {limit})': 'Es gibt schon zu viele {what} (höchstens {limit})',
  'You must upload exactly one file.': 'Lade genau eine Datei hoch.',
  'Uploaded file is larger than the allowed limit of {limit} MiB': 'Die Datei ist größer als erlaubt: {limit} MiB',
  'Could not read that picture': 'Dieses Bild ist nicht zu lesen',
  'The organization has no such domain': 'Diese Domain hat die Organisation nicht',
  'The organization has the domain {domain} already': 'Die Domain {domain} hat die Organisation schon',
  'Legal hold does not exist': 'Diese Aufbewahrungspflicht gibt es nicht',
  'There is a legal hold on that already': 'Dafür gibt es schon eine Aufbewahrungspflicht',
  'A legal hold is on one channel, one person, or everything':
    'Eine Aufbewahrungspflicht gilt einem Kanal, einem Menschen oder allem',
  'The place of the backups cannot be read now; the log of the server says why.':
    'Der Ort der Sicherungen ist gerade nicht zu lesen; das Protokoll des Servers sagt, warum.',
  'Session does not exist': 'Diese Anmeldung gibt es nicht',
  'This takes more than being signed in: give your password or a code, or sign in again':
    'Dafür genügt es nicht, angemeldet zu sein: Gib dein Passwort oder einen Code ein oder melde dich neu an',
  'There is no second factor': 'Es gibt keinen zweiten Faktor',
  'Your organization requires a second factor': 'Deine Organisation verlangt einen zweiten Faktor',
  'This was begun too long ago: begin again': 'Das wurde vor zu langer Zeit begonnen: Fang neu an',
  'Turn off your own second factor in your settings':
    'Schalte deinen eigenen zweiten Faktor in deinen Einstellungen aus',
  'This account has a second factor: give a code of it too, or use an access token or the API key from the settings':
    'Dieses Konto hat einen zweiten Faktor: Gib auch einen Code davon ein, oder nimm ein Zugriffstoken oder den API-Schlüssel aus den Einstellungen',
  'This organization requires a second factor: sign in with a browser first, which leads to setting one up':
    'Diese Organisation verlangt einen zweiten Faktor: Melde dich zuerst mit einem Browser an, dort richtest du ihn ein',
  'This code is wrong, or was used already': 'Dieser Code ist falsch oder wurde schon benutzt',
  'Passkey does not exist': 'Diesen Passkey gibt es nicht',
  'This passkey was not accepted: begin again': 'Dieser Passkey wurde nicht angenommen: Fang neu an',
  'Nobody signs in to this organization with a passkey':
    'Bei dieser Organisation meldet sich niemand mit einem Passkey an',
  'This passkey is registered already': 'Dieser Passkey ist schon eingetragen',
  'Nobody signs in to this organization by a mailed link':
    'Bei dieser Organisation meldet sich niemand mit einem Link aus einer Mail an',
  'Access token does not exist': 'Dieses Zugriffstoken gibt es nicht',
  'There is no such act of an agent': 'Eine solche Handlung eines Agenten gibt es nicht',
  'This cannot be undone': 'Das lässt sich nicht rückgängig machen',
  'This is undone already': 'Das ist schon rückgängig gemacht',
  'This can be undone for an hour, which has passed':
    'Das ließ sich eine Stunde lang rückgängig machen; sie ist vorbei',
  'At most {most} acts are undone at once': 'Auf einmal werden höchstens {most} Handlungen rückgängig gemacht',
  "Give either 'request_id', or 'token_id' and 'since'": "Gib entweder 'request_id' an, oder 'token_id' und 'since'",
  'Something has changed since, so that nothing was undone':
    'Seither hat sich etwas geändert; darum wurde nichts rückgängig gemacht',
  'This waits until somebody approves of it: do not try again, it is done then':
    'Das wartet, bis jemand zustimmt: Versuche es nicht noch einmal, es geschieht dann',
  'This would have to be approved, and cannot wait: it is too long, or has files':
    'Dem müsste jemand zustimmen, und es kann nicht warten: Es ist zu lang oder hat Dateien',
  'This would have to be approved, and {most} requests are waiting already':
    'Dem müsste jemand zustimmen, und es warten schon {most} Anfragen',
  'There is no such request of an agent': 'Eine solche Anfrage eines Agenten gibt es nicht',
  'This request does not wait any more: it is {state}': 'Diese Anfrage wartet nicht mehr: Ihr Stand ist {state}',
  'Invalid channel_ids: there is no channel {id}': 'Ungültiges channel_ids: Einen Kanal {id} gibt es nicht',
  'Directory token does not exist': 'Dieses Token eines Verzeichnisses gibt es nicht',
  'There is a directory token with that name already': 'Ein Token mit diesem Namen hat das Verzeichnis schon',
  'There are too many directory tokens already (limit: {limit})':
    'Es gibt schon zu viele Token für Verzeichnisse (höchstens {limit})',
  'There is an access token with that name already': 'Ein Zugriffstoken mit diesem Namen gibt es schon',
  'Invalid expires_at: must be in the future': 'Der Ablauf muss in der Zukunft liegen',
  'This takes a token with the scope {scope}': 'Dafür braucht das Zugriffstoken die Berechtigung {scope}',
  'This cannot be done with an access token': 'Das geht nicht mit einem Zugriffstoken',
  'There is no such program': 'Dieses Programm gibt es nicht',
  'Invalid redirect_uris: {uri} must use https, http on a loopback address, or a private scheme that contains a dot':
    '{uri} muss https verwenden, http auf einer Loopback-Adresse oder ein privates Schema mit einem Punkt',
  'The program that has led you here is not known here.':
    'Das Programm, das dich hergeführt hat, ist hier nicht bekannt.',
  'Only programs that an administrator has made known can ask for access here.':
    'Hier können nur Programme um Zugriff bitten, die ein Administrator bekannt gemacht hat.',
  'The program would have you led to an address that is not one of its own.':
    'Das Programm will dich an eine Adresse führen, die keine von seinen eigenen ist.',
  'This cannot be done with an access token that is limited to channels':
    'Das geht nicht mit einem Zugriffstoken, das auf Kanäle beschränkt ist',
  "'{name}' cannot be changed with an access token": '„{name}“ lässt sich nicht mit einem Zugriffstoken ändern',
  // inviting
  'You must specify at least one email address.': 'Nenne mindestens eine E-Mail-Adresse.',
  'No more than {limit} people can be invited at once':
    'Höchstens {limit} Menschen können auf einmal eingeladen werden',
  'Invalid channel ID {stream_id}. No invites were sent.':
    'Den Kanal {stream_id} gibt es nicht. Es wurde niemand eingeladen.',
  'You do not have permission to subscribe other users to channels.': 'Du darfst andere nicht in Kanäle aufnehmen.',
  'No such invitation': 'Diese Einladung gibt es nicht',
  'Invalid address.': 'Ungültige Adresse.',
  'Outside your domain.': 'Nicht in eurer Domain.',
  'Please use your real email address.': 'Bitte nimm deine echte E-Mail-Adresse.',
  '{what}': '{what}',
  'Some emails did not validate, so we sent no invitations.':
    'Einige Adressen gehen nicht; darum wurde niemand eingeladen.',
  'We sent no invitations: everybody has an account already.': 'Niemand wurde eingeladen: Alle haben schon ein Konto.',
  'Some of these people have an account already. Everybody else was sent an invitation.':
    'Einige von ihnen haben schon ein Konto. Alle anderen wurden eingeladen.',
  'Already has an account.': 'Hat schon ein Konto.',
  // what there are too many of
  'access tokens': 'Zugriffstoken',
  'connected programs': 'verbundene Programme',
  accounts: 'Konten',
  'allowed domains': 'erlaubte Domains',
  bots: 'Bots',
  'bytes of drafts': 'Bytes in Entwürfen',
  'bytes of saved snippets': 'Bytes in Textbausteinen',
  'channel folders': 'Kanalordner',
  channels: 'Kanäle',
  'characters of submessages': 'Zeichen in Umfragen und Listen',
  'custom emoji': 'eigene Emoji',
  'custom profile fields': 'Profilfelder',
  drafts: 'Entwürfe',
  files: 'Dateien',
  invitations: 'Einladungen',
  mutes: 'Stummschaltungen',
  'navigation views': 'Ansichten',
  passkeys: 'Passkeys',
  'pinned messages': 'angeheftete Nachrichten',
  'pinned topics': 'angeheftete Themen',
  'reactions of one person': 'Reaktionen eines Menschen',
  reminders: 'Erinnerungen',
  'saved snippets': 'Textbausteine',
  'scheduled messages': 'geplante Nachrichten',
  submessages: 'Beiträge zu Umfragen und Listen',
  'submessages of one person': 'Beiträge eines Menschen',
  'topics with a visibility policy': 'Themen, die stumm sind oder denen gefolgt wird',
  'user groups': 'Gruppen',
} as const
