import { expect, test } from 'vitest'
import { codeToNames } from '#platform/emoji'
import { context, html, p } from './fixture.ts'
import { alertWordsIn, plainText, RENDERER_VERSION, renderMarkdown, wordFinder } from './index.ts'

const smile = (code: string, name: string) =>
  `<span aria-label="${name.replaceAll('_', ' ')}" class="emoji emoji-${code}" role="img" title="${name.replaceAll('_', ' ')}">:${name}:</span>`

test('emoji work by name, by character, and from the organization', () => {
  expect(html(':octopus: 🐙 :smile:')).toBe(
    p(`${smile('1f419', 'octopus')} ${smile('1f419', 'octopus')} ${smile('1f642', 'smile')}`),
  )
  expect(html(':green_tick:')).toBe(
    p('<img alt=":green_tick:" class="emoji" src="/user_avatars/2/emoji/images/4.png" title="green_tick">'),
  )
  expect(html(':zulip:')).toBe(
    p('<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">'),
  )
  expect(html(':a::b:')).toBe(p(smile('1f170', 'a') + smile('1f171', 'b')))
  expect(html(':nonsense: 10:100:15 10:30:15 a::b::c')).toBe(p(':nonsense: 10:100:15 10:30:15 a::b::c'))
})

test('every name of every emoji can be used in a text', () => {
  for (const [code, names] of Object.entries(codeToNames))
    for (const name of names) expect(html(`a :${name}:.`)).toBe(p(`a ${smile(code, name)}.`))
})

test('emoticons are converted for senders who turned this on', () => {
  expect(html('hi :)')).toBe(p('hi :)'))
  expect(html('hi :) f(:x) <3', { translateEmoticons: true })).toBe(
    p(`hi ${smile('1f642', 'smile')} f(:x) ${smile('2764', 'heart')}`),
  )
})

test('global times are UTC', () => {
  expect(html('<time:2024-08-06T17:00:00+01:00>')).toBe(
    p('<time datetime="2024-08-06T16:00:00Z">2024-08-06T17:00:00+01:00</time>'),
  )
  expect(html('<time:2024-08-06>')).toBe(p('<time datetime="2024-08-06T00:00:00Z">2024-08-06</time>'))
  expect(html('<time:1700000000>')).toBe(p('<time datetime="2023-11-14T22:13:20Z">1700000000</time>'))
  const wrong = [
    'tomorrow',
    '2024-02-31T10:00',
    '2024-08-06T17:00:00+25:00',
    '2024-08-06T17:00:00 Mars',
    '1700000000000',
    'Jun 5th 2017, 99PM',
    'Jun 5th 2017, 0AM',
  ]
  expect(html(wrong.map((given) => `<time:${given}>`).join(' '))).toBe(
    p(wrong.map((given) => `<span class="timestamp-error">Invalid time format: ${given}</span>`).join(' ')),
  )
})

test('a single paragraph starting with /me is a /me message', () => {
  const isMe = (text: string) => renderMarkdown(text, context).isMeMessage
  expect(html('/me waves')).toBe(p('/me waves'))
  expect([isMe('/me waves'), isMe('/me'), isMe('x /me waves'), isMe('/me a\n\nb'), isMe('/men')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a rendering includes its version', () => {
  expect(renderMarkdown('x', { realmUrl: 'https://x.org' })).toMatchObject({ rendererVersion: RENDERER_VERSION })
})

test('alert words match whole words, case-insensitively', () => {
  expect(wordFinder('We LUNCH at noon')('lunch')).toBe(true)
  expect(wordFinder('launch, lunches')('lunch')).toBe(false)
  expect(wordFinder('(lunch)')('lunch')).toBe(true)
  expect(wordFinder('go to café')('caf')).toBe(false)
  expect(wordFinder('use c++ now')('c++')).toBe(true)
  expect(wordFinder('今日は会議です')('会議')).toBe(true)
  expect(['', ' '].some(wordFinder('anything'))).toBe(false)
  expect([...alertWordsIn('a deploy of Loquat', ['Deploy', 'loquat', 'x'])]).toEqual(['Deploy', 'loquat'])
})

test.each([
  ['aaaa aaa aa', 'aa', true],
  ['aaaa aaa', 'aa', false],
  ['x.aa', 'aa', true],
  ['aaaa', 'aa', false],
  ['aa', 'aa', true],
  ['baab aa-b', 'aa b', false],
  ['abba b ab', 'b ab', true],
  ['xx:x', ':x', true],
  ['会aa議', 'aa', true],
  ['𝐚aa aa𝐚', 'aa', false],
  ['aa😀', 'aa', true],
  ['c++c++', 'c++', true],
])('in “%s”, “%s” is a whole word: %s', (text, word, expected) => {
  expect(wordFinder(text)(word)).toBe(expected)
})

test('plain text hides spoilers, marks quotes, and keeps sources', () => {
  const plain = (text: string) => plainText(html(text))
  expect(plain('```spoiler End\nIt is $$x^2$$.\n```')).toBe('End\n(…)')
  expect(plain('**a** & `b<c`\nd')).toBe('a & b<c\nd')
  expect(plain('> q\n> r\n\nx')).toBe('> q\n> r\nx')
  expect(plain('```spoiler Head\nsecret\n```\nafter')).toBe('Head\n(…)\nafter')
  expect(plain(':smile: :green_tick:')).toBe('🙂 :green_tick:')
  expect(plain('so $$x^2$$ holds')).toBe('so x^2 holds')
  expect(plain('```py\nx = 1\n\ny\n```')).toBe('x = 1\n\ny')
  expect(plain('- a\n- b')).toBe('* a\n* b')
  expect(plain('https://x.org/a.png')).toBe('https://x.org/a.png')
  expect(plain('![s](/user_uploads/1/s.mp3)')).toBe('s')
  expect(plain('@**Ada Lovelace** #**announce**')).toBe('@Ada Lovelace #announce')
  expect(plain('| a | b |\n|---|---|\n| 1 | 2 |')).toBe('a | b\n1 | 2')
})

test('plain text of mails has the URLs of links and local times', () => {
  const mailed = (text: string) =>
    plainText(html(text), { linksAt: 'https://chat.example', timeText: (iso) => `at ${iso}` })
  expect(mailed('see [notes](https://x.org/n) and https://x.org/a')).toBe(
    'see notes (https://x.org/n) and https://x.org/a',
  )
  expect(mailed('[plan](/user_uploads/1/p.pdf)')).toBe('plan (https://chat.example/user_uploads/1/p.pdf)')
  expect(mailed('```spoiler End\n[x](https://x.org)\n```')).toBe('End\n(…)')
  expect(mailed('<time:2026-11-21T10:00:00Z>!')).toBe('at 2026-11-21T10:00:00Z!')
})
