import { count } from './en.ts'

/** Texts of what bots ask below their messages. */
export const enInteractive = {
  form: 'Your answer',
  ownAnswer: 'You have answered:',
  choose: 'Choose…',
  send: 'Send',
  notAsked: 'Others are asked.',
  closed: 'This cannot be answered any more.',
  answers: (n: number) => count(n, 'answer', 'answers'),
  seenByAll: 'Everybody who can read this message can see the answers.',
}
