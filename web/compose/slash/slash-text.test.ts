import { expect, test } from 'vitest'
import { slashIn } from '../../../src/features/messages/slash-commands/command-rules.ts'
import { isAction, messageOf } from './slash-text.ts'

test.each([
  ['/status lunch', { name: 'status', text: 'lunch' }],
  ['/Status  lunch ', { name: 'status', text: 'lunch' }],
  ['  /dnd', { name: 'dnd', text: '' }],
  ['/remind tomorrow\nfirst', { name: 'remind', text: 'tomorrow\nfirst' }],
  ['/résumé 日本', { name: 'résumé', text: '日本' }],
])('“%s” starts with a command', (text, expected) => {
  expect(slashIn(text)).toEqual(expected)
})

test.each([
  '',
  '/',
  '//status x',
  '/ status',
  '/etc/hosts is full',
  '/status, please',
  'a /status x',
  '/1',
  '/status/x',
])('“%s” doesn’t start with a command', (text) => {
  expect(slashIn(text)).toBeUndefined()
})

test('commands with an action aren’t sent as messages', () => {
  for (const text of ['/status lunch', '/CALL', '/dnd', '/mute', '/remind']) expect(isAction(text), text).toBe(true)
  for (const text of ['/me waves', '/poll x', '/todo x', '/unknown x', '//status x', '/statuses'])
    expect(isAction(text), text).toBe(false)
})

test.each([
  ['//status lunch', '/status lunch'],
  ['//etc/hosts', '/etc/hosts'],
  ['//me waves', '/\u2060me waves'],
  ['//poll', '/\u2060poll'],
  ['//menu', '/\u2060menu'],
  ['//menu.txt', '/menu.txt'],
  ['// a comment', '// a comment'],
  ['/// a comment', '/// a comment'],
  ['/status', '/status'],
  ['see //status', 'see //status'],
])('“%s” is sent as “%s”', (text, sent) => {
  expect(messageOf(text)).toBe(sent)
})
