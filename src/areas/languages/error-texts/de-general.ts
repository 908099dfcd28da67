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
  'The server is temporarily unavailable. Try again in a moment':
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
  'Browser sessions can’t fetch an API key. Authenticate with an API key instead':
    'Wer mit einem Browser angemeldet ist, erfährt hier keinen API-Schlüssel: Frage mit dem Schlüssel selbst',
  'Password sign-in is turned off for this organization': 'In dieser Organisation meldet sich niemand mit Passwort an',
  "The directory server isn't responding. Try again later.":
    'Das Verzeichnis, das dein Passwort kennt, antwortet nicht. Versuche es in einer Weile noch einmal.',
  'The directory {directory} has no email address for you. Ask your administrator to add one':
    'Das Verzeichnis {directory} kennt deine E-Mail-Adresse nicht, und ohne sie gibt es kein Konto',
  'This sign-in has expired. Start over': 'Diese Anmeldung ist abgelaufen: Beginne von vorn',
  'This sign-in method is turned off for this organization': 'In dieser Organisation meldet sich niemand so an',
  'This sign-in was started in another browser or has expired. Start over':
    'Diese Anmeldung wurde nicht in diesem Browser begonnen oder ist zu lange her. Beginne von vorn',
  "You didn't complete the sign-in at {provider}": '{provider} sagt, dass die Anmeldung nicht abgeschlossen wurde',
  "{provider} isn't responding. Try again later.": '{provider} antwortet gerade nicht. Versuche es später noch einmal.',
  "The response from {provider} couldn't be verified, so you weren't signed in. See the server log for details.":
    '{provider} hat etwas gesagt, das nicht zu glauben ist; darum wurde niemand angemeldet. Das Protokoll dieses Servers sagt mehr.',
  "{provider} hasn't verified your email address. Verify it there, then try again":
    '{provider} sagt nicht, dass deine E-Mail-Adresse bestätigt ist, und ohne das kann niemand sagen, wessen Konto es ist',
  'The account {email} is a bot': 'Das Konto mit der Adresse {email} gehört keinem Menschen',
  'The account {email} is linked to a different {provider} account. An administrator can unlink it by deactivating and reactivating the user':
    'Das Konto mit der Adresse {email} gehört bei {provider} jemand anderem. Ein Administrator kann das vergessen lassen, indem er es deaktiviert und wieder aktiviert',
  'This link is invalid or has expired': 'Dieser Link gilt nicht oder nicht mehr',
  'You need an invitation to join this organization': 'Dieser Organisation kann man nur mit einer Einladung beitreten',
  'The invitation is for {email}': 'Die Einladung ist für {email}',
  'Too many email changes. Try again tomorrow': 'Du hast zu viele Adressen angefordert: Versuche es morgen wieder',
  // the organization
  'This organization has been deactivated': 'Diese Organisation wurde deaktiviert',
  'This organization has moved to {moved_to}': 'Diese Organisation ist umgezogen: {moved_to}',
  'There are too many {what} already (limit: {limit})': 'Es gibt schon zu viele {what} (höchstens {limit})',
  'You must upload exactly one file.': 'Lade genau eine Datei hoch.',
  'Uploaded file is larger than the allowed limit of {limit} MiB': 'Die Datei ist größer als erlaubt: {limit} MiB',
  'Could not read that picture': 'Dieses Bild ist nicht zu lesen',
  'Domain does not exist': 'Diese Domain hat die Organisation nicht',
  'The domain {domain} is already allowed': 'Die Domain {domain} hat die Organisation schon',
  'Legal hold does not exist': 'Diese Aufbewahrungspflicht gibt es nicht',
  'A legal hold on this already exists': 'Dafür gibt es schon eine Aufbewahrungspflicht',
  'A legal hold applies to one channel, one user, or everything':
    'Eine Aufbewahrungspflicht gilt einem Kanal, einem Menschen oder allem',
  "The backup location can't be read. See the server log for details.":
    'Der Ort der Sicherungen ist gerade nicht zu lesen; das Protokoll des Servers sagt, warum.',
  'Session does not exist': 'Diese Anmeldung gibt es nicht',
  'Confirm your identity with your password or a code, or sign in again':
    'Dafür genügt es nicht, angemeldet zu sein: Gib dein Passwort oder einen Code ein oder melde dich neu an',
  'Two-factor authentication is not set up': 'Es gibt keinen zweiten Faktor',
  'Your organization requires two-factor authentication': 'Deine Organisation verlangt einen zweiten Faktor',
  'This has expired. Start over': 'Das wurde vor zu langer Zeit begonnen: Fang neu an',
  'Turn off your own two-factor authentication in your settings':
    'Schalte deinen eigenen zweiten Faktor in deinen Einstellungen aus',
  'This account uses two-factor authentication. Provide a code too, or use an access token or the API key from the settings':
    'Dieses Konto hat einen zweiten Faktor: Gib auch einen Code davon ein, oder nimm ein Zugriffstoken oder den API-Schlüssel aus den Einstellungen',
  'This organization requires two-factor authentication. Sign in with a browser first to set it up':
    'Diese Organisation verlangt einen zweiten Faktor: Melde dich zuerst mit einem Browser an, dort richtest du ihn ein',
  'This code is wrong or has already been used': 'Dieser Code ist falsch oder wurde schon benutzt',
  'Passkey does not exist': 'Diesen Passkey gibt es nicht',
  "This passkey wasn't accepted. Try again": 'Dieser Passkey wurde nicht angenommen: Fang neu an',
  'Passkey sign-in is turned off for this organization':
    'Bei dieser Organisation meldet sich niemand mit einem Passkey an',
  'This passkey is already registered': 'Dieser Passkey ist schon eingetragen',
  'Sign-in links are turned off for this organization':
    'Bei dieser Organisation meldet sich niemand mit einem Link aus einer Mail an',
  'Access token does not exist': 'Dieses Zugriffstoken gibt es nicht',
  'Agent action does not exist': 'Eine solche Handlung eines Agenten gibt es nicht',
  "This action can't be undone": 'Das lässt sich nicht rückgängig machen',
  'This action was already undone': 'Das ist schon rückgängig gemacht',
  'Actions can be undone for one hour, and that time has passed':
    'Das ließ sich eine Stunde lang rückgängig machen; sie ist vorbei',
  'You can undo up to {most} actions at once': 'Auf einmal werden höchstens {most} Handlungen rückgängig gemacht',
  "Give either 'request_id', or 'token_id' and 'since'": "Gib entweder 'request_id' an, oder 'token_id' und 'since'",
  'Something has changed since, so nothing was undone':
    'Seither hat sich etwas geändert; darum wurde nichts rückgängig gemacht',
  "This is waiting for approval and will be done once it's approved. Don't try again":
    'Das wartet, bis jemand zustimmt: Versuche es nicht noch einmal, es geschieht dann',
  "This requires approval, but it's too long or contains files, so it can't be queued":
    'Dem müsste jemand zustimmen, und es kann nicht warten: Es ist zu lang oder hat Dateien',
  'This requires approval, but {most} requests are already waiting':
    'Dem müsste jemand zustimmen, und es warten schon {most} Anfragen',
  'Agent request does not exist': 'Eine solche Anfrage eines Agenten gibt es nicht',
  'This request is no longer waiting: it is {state}': 'Diese Anfrage wartet nicht mehr: Ihr Stand ist {state}',
  'Invalid channel_ids: there is no channel {id}': 'Ungültiges channel_ids: Einen Kanal {id} gibt es nicht',
  'Directory token does not exist': 'Dieses Token eines Verzeichnisses gibt es nicht',
  'A directory token with this name already exists': 'Ein Token mit diesem Namen hat das Verzeichnis schon',
  'There are too many directory tokens already (limit: {limit})':
    'Es gibt schon zu viele Token für Verzeichnisse (höchstens {limit})',
  'An access token with this name already exists': 'Ein Zugriffstoken mit diesem Namen gibt es schon',
  'Invalid expires_at: must be in the future': 'Der Ablauf muss in der Zukunft liegen',
  'This requires a token with the scope {scope}': 'Dafür braucht das Zugriffstoken die Berechtigung {scope}',
  "This can't be done with an access token": 'Das geht nicht mit einem Zugriffstoken',
  'App does not exist': 'Dieses Programm gibt es nicht',
  'Invalid redirect_uris: {uri} must use https, http on a loopback address, or a private scheme that contains a dot':
    '{uri} muss https verwenden, http auf einer Loopback-Adresse oder ein privates Schema mit einem Punkt',
  "The app that brought you here isn't registered.": 'Das Programm, das dich hergeführt hat, ist hier nicht bekannt.',
  'Only apps registered by an administrator can request access.':
    'Hier können nur Programme um Zugriff bitten, die ein Administrator bekannt gemacht hat.',
  "The app's redirect address isn't registered.":
    'Das Programm will dich an eine Adresse führen, die keine von seinen eigenen ist.',
  "This can't be done with an access token that is limited to channels":
    'Das geht nicht mit einem Zugriffstoken, das auf Kanäle beschränkt ist',
  "'{name}' can't be changed with an access token": '„{name}“ lässt sich nicht mit einem Zugriffstoken ändern',
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
  "We didn't send any invitations: everyone already has an account.":
    'Niemand wurde eingeladen: Alle haben schon ein Konto.',
  'Some of these people already have an account. Everyone else was sent an invitation.':
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
