import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { apiError } from '#contract'
import { Catalogs, type ErrorText } from '#platform/languages'
import { afterAll, assert, beforeAll, holds, test } from '#test'
import type { Catalog } from '../../../../scripts/messages/arb.mjs'
import { languagesIn, readCatalog } from '../../../../scripts/messages/catalogs.mjs'
import { alwaysShown, hasLetters, parseMessage } from '../../../../scripts/messages/message.mjs'
import { templateOf } from '../../../../scripts/messages/program.mjs'
import { buildTexts, catalogFolder } from '../../../../scripts/server-texts.mjs'
import { errorText } from './error-text.ts'
import { fieldError } from './field-problem.ts'

const english = readCatalog(catalogFolder, 'en')
const languages = languagesIn(catalogFolder)
const keys = [...english.messages.keys()]

let folder: string
let catalogs: Catalogs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-texts-'))
  await buildTexts(catalogFolder, folder)
  catalogs = new Catalogs(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const typesOf = (key: string) => english.placeholders.get(key) ?? []

/** A text by its key, with its arguments in order; undefined for a refusal that isn't translated. */
function format(language: string, key: string, values: readonly unknown[]): string | undefined {
  const { texts, errors } = catalogs.of(language)
  const say = (text: unknown): string =>
    typeof text === 'function' ? (text as (...all: unknown[]) => string)(...values) : (text as string)
  if (!key.startsWith('errors.')) return say(key.split('.').reduce<unknown>((at, name) => (at as never)[name], texts))
  const text = errors[templateOf(english, key)] as ErrorText | undefined
  return text === undefined || typeof text === 'string' ? text : say(text[1])
}

const word = fc.string({ minLength: 1, maxLength: 12 })
const values = fc.record({
  words: fc.array(word, { minLength: 8, maxLength: 8 }),
  list: fc.array(word, { minLength: 1, maxLength: 4 }),
  count: fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 3_000_000 })),
  choice: fc.nat({ max: 10 }),
})

test('every text of every language formats with any arguments and says all of them', async () => {
  const shown = new Map(keys.map((key) => [key, alwaysShown(parseMessage(english.messages.get(key) as string))]))
  assert.ok(keys.length > 700)
  await holds(
    fc.property(values, ({ words, list, count, choice }) => {
      for (const language of languages)
        for (const key of keys) {
          const given = typesOf(key).map(([, type], at) => {
            if (type === 'int') return count
            if (type === 'List') return list
            const choices = type.split('|')
            return choices.length > 1 ? choices[choice % choices.length] : words[at]
          })
          const text = format(language, key, given)
          if (text === undefined) continue
          assert.ok(typeof text === 'string' && text !== '', `${language}: ${key}`)
          typesOf(key).forEach(([name, type], at) => {
            if (!shown.get(key)?.has(name)) return
            const parts = type === 'List' ? list : ['String', 'Markdown'].includes(type) ? [words[at] as string] : []
            for (const part of parts)
              assert.ok(text.includes(part), `${language}: ${key} doesn’t say {${name}}: ${text}`)
          })
        }
    }),
    { runs: 20 },
  )
})

/** Letters of a language that isn't written in Latin ones. */
const lettersOf = (language: string): RegExp | undefined => {
  const { script } = new Intl.Locale(language).maximize()
  if (script === 'Jpan') return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
  if (script === 'Hans' || script === 'Hant') return /\p{Script=Han}/u
  return script === 'Latn' ? undefined : new RegExp(`\\p{Script=${script}}`, 'u')
}

test('no text is left in another script by accident', () => {
  for (const language of languages) {
    const letters = lettersOf(language)
    if (!letters) continue
    const catalog: Catalog = readCatalog(catalogFolder, language)
    for (const [key, text] of catalog.messages)
      if (hasLetters(parseMessage(text)) && text !== english.messages.get(key)) assert.match(text, letters, key)
  }
})

test('right-to-left texts isolate names but keep mentions and links as they are', () => {
  const { texts } = catalogs.of('ar')
  assert.ok(texts.invitations.join('Ben & Co.').includes('\u2068Ben & Co.\u2069'))
  assert.ok(texts.digestMails.line('#a > b', 2, ['Ada', 'Ben']).includes('\u2068Ada\u2069'))
  assert.ok(!/[\u2066-\u2069]/.test(texts.messages.subscribed('@_**Ada|1**', '#**garden**')))
  assert.ok(!/[\u2066-\u2069]/.test(texts.videoCalls.made('https://meet.example/x')))
})

test('errors are translated by what they say in English, with their values', () => {
  const kind = apiError(400, 'BAD_REQUEST', 'An organization has at most {limit} linkifiers')
  assert.match(errorText('de', kind({ limit: 1234 })), /1\.234/)
  assert.equal(errorText('en', kind({ limit: 1234 })), 'An organization has at most 1234 linkifiers')
  const total = apiError(400, 'BAD_REQUEST', 'There are too many {what} already (limit: {limit})')
  const german = errorText('de', total({}, { what: 'drafts', limit: 7 }))
  assert.match(german, /7/)
  assert.ok(!german.includes('drafts') && german !== errorText('de', total({}, { what: 'files', limit: 7 })))
  const unknown = apiError(400, 'BAD_REQUEST', 'The {what} is on fire')
  assert.equal(errorText('de', unknown({ what: 'teapot' })), 'The teapot is on fire')
})

test('problems with form fields are sentences about the field', () => {
  assert.equal(fieldError('en', 'email', 'is not an email address'), 'Enter a valid email address.')
  assert.equal(
    fieldError('en', 'password', 'is too short (minimum: 8 characters)'),
    'The password is too short. Use at least 8 characters.',
  )
  assert.equal(fieldError('en', 'name', 'cannot be blank'), 'Enter your name.')
  assert.equal(fieldError('en', 'name', 'has hiccups'), 'Your name: has hiccups.')
})
