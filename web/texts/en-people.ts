import { count } from './en.ts'

/** Texts of the people beside the messages, and of what one says of oneself: loaded with them. */
export const enPeople = {
  filter: 'Filter people',
  found: (n: number) => count(n, 'person', 'people'),
  nobody: 'Nobody is called that.',
  sections: { conversation: 'In this conversation', channel: 'In this channel', others: 'Everybody else' },
  localTime: 'Local time',
  setStatus: 'Set your status…',
  status: 'What you are doing',
  statusIs: (text: string) => `What you are doing: ${text}. Change it`,
  chooseEmoji: 'Choose an emoji',
  withoutEmoji: 'Without the emoji',
  statusText: 'In a few words',
  until: 'Until',
  untilCleared: 'I clear it',
  inAnHour: 'For an hour',
  inFourHours: 'For four hours',
  endOfDay: 'The end of the day',
  endOfWeek: 'The end of the week',
  save: 'Save',
  clear: 'Clear',
  usual: 'Often said',
  presets: [
    ['Busy', 'working_on_it', '1f6e0'],
    ['In a meeting', 'calendar', '1f4c5'],
    ['Commuting', 'bus', '1f68c'],
    ['Out sick', 'hurt', '1f915'],
    ['On holiday', 'palm_tree', '1f334'],
    ['Working remotely', 'house', '1f3e0'],
    ['At the office', 'office', '1f3e2'],
  ] as readonly (readonly [text: string, name: string, code: string])[],
}
export type PeopleTexts = typeof enPeople
