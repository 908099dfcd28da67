import { assert, test } from '#test'
import { readArb } from '../../scripts/messages/arb.mjs'
import { missingIn, problemsOf, problemsOfEnglish, untranslatedIn } from '../../scripts/messages/check.mjs'
import { codeOfModule } from '../../scripts/messages/code.mjs'
import { loadMessages } from '../../scripts/messages/load.mjs'
import { pseudoCatalog } from '../../scripts/messages/pseudo.mjs'
import { declarationsOf } from '../../scripts/messages/types.mjs'

type Texts = Record<string, string | readonly [text: string, arguments: Record<string, string>]>

const catalogOf = (language: string, texts: Texts) =>
  readArb(
    JSON.stringify({
      '@@locale': language,
      ...Object.fromEntries(
        Object.entries(texts).flatMap(([key, value]) => {
          if (typeof value === 'string') return [[key, value]]
          const placeholders = Object.fromEntries(Object.entries(value[1]).map(([name, type]) => [name, { type }]))
          return [
            [key, value[0]],
            [`@${key}`, { placeholders }],
          ]
        }),
      ),
    }),
    `${language}.arb`,
  )

const english = catalogOf('en', {
  'mail.title': 'Inbox',
  'mail.sort.newest': 'Newest first',
  'mail.unread': ['{n, plural, one {# unread message} other {# unread messages}}', { n: 'int' }],
  'mail.readers': ['{n, plural, =0 {Not read yet} one {Read by # person} other {Read by # people}}', { n: 'int' }],
  'mail.typing': ['{people, plural, one {{people} is typing…} other {{people} are typing…}}', { people: 'List' }],
  'mail.can': ['{isOwn, select, true {You can} other {They can}} {verb}', { isOwn: 'bool', verb: 'String' }],
  'mail.place': ['{kind, select, channel {#{name}} other {{name}}}', { kind: 'channel|group', name: 'String' }],
  'mail.pair': ['{from} ({to})', { from: 'String', to: 'String' }],
  'mail.url': ['It’s `{name}`: $' + "{x} '{code}'", { name: 'String', x: 'String' }],
})

test('messages compile to constants and functions under their keys', async () => {
  const t = await loadMessages(english, english, 'mail')
  assert.equal(t.title, 'Inbox')
  assert.equal(t.sort.newest, 'Newest first')
  assert.deepEqual([1, 2, 1234].map(t.unread), ['1 unread message', '2 unread messages', '1,234 unread messages'])
  assert.deepEqual([0, 1, 5].map(t.readers), ['Not read yet', 'Read by 1 person', 'Read by 5 people'])
  assert.deepEqual([['Ada'], ['Ada', 'Ben', 'Cleo']].map(t.typing), [
    'Ada is typing…',
    'Ada, Ben, and Cleo are typing…',
  ])
  assert.deepEqual([t.can(true, 'post'), t.can(false, 'post')], ['You can post', 'They can post'])
  assert.deepEqual([t.place('channel', 'design'), t.place('group', 'design')], ['#design', 'design'])
  assert.equal(t.url('a', 'b'), 'It’s `a`: $b {code}')
})

test('a language counts by its own rules and falls back to English', async () => {
  const arabic = catalogOf('ar', {
    'mail.unread': '{n, plural, one {رسالة واحدة} two {رسالتان} few {# رسائل} many {# رسالة} other {# رسالة}}',
  })
  const t = await loadMessages(english, arabic, 'mail')
  assert.deepEqual([1, 2, 3, 11, 1011].map(t.unread), ['رسالة واحدة', 'رسالتان', '3 رسائل', '11 رسالة', '1,011 رسالة'])
  assert.equal(t.title, 'Inbox')
})

test('names are isolated in languages read from right to left', async () => {
  const arabic = catalogOf('ar', {
    'mail.can': '{isOwn, select, true {يمكنك} other {يمكنهم}} {verb}',
    'mail.pair': '{from} ({to})',
  })
  const t = await loadMessages(english, arabic, 'mail')
  assert.equal(t.can(true, 'C++'), 'يمكنك \u2068C++\u2069')
  assert.equal(t.pair('C++', '#general'), '\u200f\u2068C++\u2069 (\u2068#general\u2069)')
})

test('declarations name the arguments of each text in order', () => {
  const declarations = declarationsOf(english).get('mail') ?? ''
  assert.match(declarations, /declare module 'messages:mail'/)
  for (const line of [
    'readonly title: string',
    'readonly sort: {\n      readonly newest: string\n    }',
    'readonly typing: (people: readonly string[]) => string',
    "readonly place: (kind: 'channel' | 'group', name: string) => string",
  ])
    assert.ok(declarations.includes(line), line)
})

test('the check names every mistake of a translation', () => {
  const wrong = catalogOf('de', {
    'mail.title': ' ',
    'mail.other': 'Anderes',
    'mail.unread': '{n, plural, one {#} few {#} other {#}}',
    'mail.readers': '{n, plural, other {# Personen}}',
    'mail.typing': '{people, plural, one {jemand tippt} other {{people} tippen}}',
    'mail.can': '{isOwn, select, true {Du kannst} other {Sie können}} {action}',
    'mail.pair': '{from',
    'mail.place': '{name, select, x {#} other {{name}}}',
  })
  assert.deepEqual(problemsOf(english, wrong), [
    'de.arb: mail.title is empty',
    'de.arb: mail.other isn’t in English',
    'de.arb: mail.unread has the plural form “few”, which de doesn’t have',
    'de.arb: mail.readers lacks the plural form “one” of {n}',
    'de.arb: mail.typing doesn’t say {people} in every form',
    'de.arb: mail.can uses {action}, which isn’t an argument of this text',
    'de.arb: mail.pair isn’t valid: expect argument closing brace at character 1',
    'de.arb: mail.place has a select of {name}, which has no fixed values',
  ])
  assert.deepEqual(missingIn(english, wrong), ['mail.sort.newest', 'mail.url'])
})

test('the check finds texts left in English and English texts without declared arguments', () => {
  const german = catalogOf('de', { 'mail.title': 'Inbox', 'mail.sort.newest': 'Newest first' })
  assert.deepEqual(untranslatedIn(english, german, new Set()), ['mail.sort.newest'])
  assert.deepEqual(untranslatedIn(english, german, new Set(['Newest first'])), [])
  assert.deepEqual(problemsOfEnglish(english), [])
  assert.deepEqual(problemsOfEnglish(catalogOf('en', { 'mail.to': 'To {name}' })), [
    'en.arb: mail.to: “placeholders” lacks name',
  ])
})

test('a catalog that isn’t flat or has no language is refused with its file', () => {
  const refused = (source: string) => () => readArb(source, 'x.arb')
  assert.throws(refused('{'), /x\.arb: /)
  assert.throws(refused('{"@@locale": "en", "a": {"b": "c"}}'), /x\.arb: a isn’t a text/)
  assert.throws(refused('{"a": "b"}'), /x\.arb: “@@locale” is missing/)
  const clash = catalogOf('en', { 'mail.a': 'A', 'mail.a.b': 'B' })
  assert.throws(() => codeOfModule(clash, clash, 'mail'), /mail\.a\.b/)
})

test('pseudo-languages make every text longer or turn it around', async () => {
  const longer = await loadMessages(english, pseudoCatalog(english, 'en-XA'), 'mail')
  assert.equal(longer.title, '[Īƞƀǿẋ ~~]')
  assert.equal(longer.unread(2), '[2 ŭƞřḗȧḓ ḿḗşşȧɠḗş ~~~~~ ~]')
  const turned = await loadMessages(english, pseudoCatalog(english, 'en-XB'), 'mail')
  assert.equal(turned.title, '\u200f\u202eInbox\u202c\u200f')
})
