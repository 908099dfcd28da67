import { count } from './en.ts'

/** Texts of forms in bot messages. */
export const enInteractive = {
  form: 'Your answer',
  ownAnswer: 'Your answer:',
  choose: 'Choose…',
  send: 'Send',
  notAsked: 'Only selected people can answer.',
  closed: 'This form is closed.',
  answers: (n: number) => count(n, 'answer', 'answers'),
  seenByAll: 'Anyone who can read this message can see the answers.',
}
