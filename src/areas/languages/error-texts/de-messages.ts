/** What refusals say in German, by what they say in English: of messages. */
export const deMessages = {
  'Message must not be empty': 'Die Nachricht ist leer',
  'Message must have recipients': 'Die Nachricht geht an niemanden',
  "Invalid email '{email}'": 'Die Adresse „{email}“ geht nicht',
  'Invalid user ID {id}': 'Diesen Menschen gibt es nicht: {id}',
  'Sending messages to the general chat is not allowed in this channel.':
    'In diesem Kanal braucht jede Nachricht ein Thema.',
  'Only the general chat topic is allowed in this channel.': 'In diesem Kanal hat keine Nachricht ein Thema.',
  "Not authorized to send to channel '{name}'": 'In den Kanal „{name}“ darfst du nicht schreiben',
  'You do not have permission to create topics in this channel.': 'In diesem Kanal darfst du keine Themen beginnen.',
  'You do not have permission to send direct messages to these people.':
    'Diesen Menschen darfst du keine Direktnachrichten schicken.',
  'You do not have permission to initiate direct message conversations.': 'Du darfst keine Unterhaltungen beginnen.',
  "'{email}' is no longer using this organization.": '„{email}“ ist nicht mehr in dieser Organisation.',
  'You do not have permission to use channel wildcard mentions in this channel.':
    'In diesem Kanal darfst du nicht alle erwähnen.',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'In diesem Thema darfst du nicht alle erwähnen.',
  "You are not allowed to mention user group '{name}'.": 'Die Gruppe „{name}“ darfst du nicht erwähnen.',
  'Your organization has turned off message editing':
    'Deine Organisation hat das Bearbeiten von Nachrichten abgestellt',
  "You don't have permission to edit this message": 'Diese Nachricht darfst du nicht bearbeiten',
  'The time limit for editing this message has past': 'Für das Bearbeiten dieser Nachricht ist es zu spät',
  "Polls, to-do lists, and forms can't be edited.": 'Umfragen, Listen und Formulare kann man nicht bearbeiten.',
  'Nothing to change': 'Nichts zu ändern',
  "You can't change a message's content and channel at the same time.":
    'Text und Kanal einer Nachricht kann man nicht auf einmal ändern.',
  'Direct messages cannot have topics.': 'Direktnachrichten haben kein Thema.',
  'Direct messages cannot be moved to channels.': 'Direktnachrichten kann man nicht in Kanäle verschieben.',
  "Messages without a topic can't be marked as resolved.":
    'Nachrichten ohne Thema kann man nicht als erledigt markieren.',
  'You do not have permission to move this message.': 'Diese Nachricht darfst du nicht verschieben.',
  'You do not have permission to move messages out of this channel.':
    'Aus diesem Kanal darfst du keine Nachrichten verschieben.',
  'You do not have permission to resolve topics in this channel.':
    'In diesem Kanal darfst du keine Themen als erledigt markieren.',
  'Someone else just moved this message. Try again.':
    'Jemand anderes hat diese Nachricht inzwischen verschoben. Versuche es noch einmal.',
  'Message edit history is disabled in this organization.':
    'Diese Organisation zeigt nicht, wie Nachrichten geändert wurden.',
  'The message has been edited since its content was fetched.': 'Die Nachricht wurde inzwischen bearbeitet.',
  'You only have permission to move the {total_messages_allowed_to_move}/{total_messages_in_topic} most recent messages in this topic.':
    'Du darfst nur die neuesten {total_messages_allowed_to_move} von {total_messages_in_topic} Nachrichten dieses Themas verschieben.',
  "You don't have permission to delete this message": 'Diese Nachricht darfst du nicht löschen',
  'The time limit for deleting this message has passed': 'Für das Löschen dieser Nachricht ist es zu spät',
  "You don't have permission to delete this topic": 'Dieses Thema darfst du nicht löschen',
  'Invalid message(s)': 'Diese Nachricht gibt es nicht',
  'This organization has no channel for reported messages.':
    'Diese Organisation hat keinen Kanal für gemeldete Nachrichten.',
  'This type of report requires an explanation.': 'Diese Art von Meldung braucht eine Beschreibung.',
  'You already have {limit} open reports': 'Du hast schon {limit} Meldungen, um die sich noch niemand gekümmert hat',
  'Report does not exist': 'Diese Meldung gibt es nicht',
  'Someone else just handled this report: it is now {state}':
    'Jemand anderes hat sich inzwischen um diese Meldung gekümmert',
  'Reaction already exists.': 'Diese Reaktion gibt es schon.',
  "Reaction doesn't exist.": 'Diese Reaktion gibt es nicht.',
  'You cannot attach a submessage to this message.': 'Zu dieser Nachricht kannst du nichts beitragen.',
  "You aren't allowed to answer this.": 'Du gehörst nicht zu denen, die gefragt sind.',
  "You've already answered this.": 'Du hast schon geantwortet.',
  'This can no longer be answered.': 'Hier kann man nicht mehr antworten.',
  'The bot has too many pending answers. Try again later.':
    'Der Bot kommt mit den Antworten nicht nach. Versuche es später noch einmal.',
  'Read receipts are disabled in this organization.': 'Diese Organisation zeigt nicht, wer was gelesen hat.',
  'Scheduled message does not exist': 'Diese geplante Nachricht gibt es nicht',
  'The delivery time must be in the future.': 'Die Zeit muss in der Zukunft liegen.',
  "This message couldn't be sent. Choose a new delivery time.":
    'Diese Nachricht konnte nicht gesendet werden: Sie braucht eine neue Zeit.',
  'Only the sender can edit a message.': 'Nur wer eine Nachricht geschrieben hat, bearbeitet sie.',
} as const
