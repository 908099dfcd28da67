import { count } from './en.ts'

/** Texts of the people sidebar and of your own status, loaded with them. */
export const enPeople = {
  filter: 'Filter people',
  found: (n: number) => count(n, 'person', 'people'),
  nobody: 'No people match.',
  sections: { conversation: 'In this conversation', channel: 'In this channel', others: 'Everyone else' },
  localTime: 'Local time',
  setStatus: 'Set a status…',
  status: 'Set a status',
  statusIs: (text: string) => `Edit status: ${text}`,
  chooseEmoji: 'Choose emoji',
  withoutEmoji: 'Remove emoji',
  statusText: 'What’s your status?',
  until: 'Clear after',
  untilCleared: 'Don’t clear',
  inAnHour: '1 hour',
  inFourHours: '4 hours',
  endOfDay: 'Today',
  endOfWeek: 'This week',
  save: 'Save',
  clear: 'Clear status',
  usual: 'Suggestions',
  presets: [
    ['Busy', 'working_on_it', '1f6e0'],
    ['In a meeting', 'calendar', '1f4c5'],
    ['Commuting', 'bus', '1f68c'],
    ['Out sick', 'hurt', '1f915'],
    ['On vacation', 'palm_tree', '1f334'],
    ['Working remotely', 'house', '1f3e0'],
    ['At the office', 'office', '1f3e2'],
  ] as readonly (readonly [text: string, name: string, code: string])[],
}
export type PeopleTexts = typeof enPeople
