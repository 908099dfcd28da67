import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { assert, test } from 'vitest'
import { modulesOf, readArb } from '../../scripts/messages/arb.mjs'
import { languagesIn, readCatalog } from '../../scripts/messages/catalogs.mjs'
import { problemsOf, problemsOfEnglish } from '../../scripts/messages/check.mjs'
import { loadMessages } from '../../scripts/messages/load.mjs'
import { messagesIn } from '../../scripts/messages/plugin.mjs'
import { unusedKeys } from '../../scripts/messages/unused.mjs'
import { textsInView } from '../../scripts/texts.mjs'
import { languages, texts } from '../../scripts/texts-in.mjs'
import { nameOfLanguage } from './language-names.ts'
import { spokenFor } from './languages.ts'
import { firstWeekday, weekdayName } from './locale.ts'

const english = readCatalog(texts, 'en')

function functionsIn(all: unknown, path: string): [string, (...given: unknown[]) => unknown][] {
  if (typeof all === 'function') return [[path, all as (...given: unknown[]) => unknown]]
  if (typeof all !== 'object' || all === null) return []
  return Object.entries(all).flatMap(([key, value]) => functionsIn(value, `${path}.${key}`))
}

function valuesOf(type: string, n: number): unknown[] {
  if (type === 'int') return [0, 1, 2, 5, 7000 + n]
  if (type === 'bool') return [true, false]
  if (type === 'List') return [[`x${n}x`], [`x${n}x`, 'y', 'z', 'w', 'v']]
  if (type === 'String') return [`x${n}x`]
  return type.split('|')
}

const choices = (types: readonly string[], n = 0): unknown[][] =>
  n === types.length
    ? [[]]
    : valuesOf(types[n] ?? '', n).flatMap((one) => choices(types, n + 1).map((rest) => [one, ...rest]))

function said(text: (...given: unknown[]) => unknown, given: unknown[]): number[] {
  const words = String(text(...given)).replace(/(\d)[.,\u00a0\u202f\u2009](?=\d)/g, '$1')
  assert.notMatch(words, /undefined|NaN/)
  return given.flatMap((_, n) => (words.includes(`x${n}x`) || words.includes(`${7000 + n}`) ? [n] : []))
}

test('the catalogs of all languages are valid', () => {
  assert.ok(english.messages.size > 2_500)
  assert.deepEqual(problemsOfEnglish(english), [])
  for (const language of languages) assert.deepEqual(problemsOf(english, readCatalog(texts, language)), [], language)
})

test('texts contain the same names and numbers in every language', async () => {
  let compared = 0
  for (const language of languages.slice(1)) {
    const catalog = readCatalog(texts, language)
    for (const module of modulesOf(english).keys()) {
      const theirs = new Map(functionsIn(await loadMessages(english, catalog, module), module))
      for (const [key, text] of functionsIn(await loadMessages(english, english, module), module))
        for (const given of choices((english.placeholders.get(key) ?? []).map(([, type]) => type))) {
          const own = theirs.get(key)
          assert.ok(own, key)
          assert.deepEqual(said(own, given), said(text, given), `${language}: ${key} of ${JSON.stringify(given)}`)
          compared++
        }
    }
  }
  assert.ok(languages.length === 1 || compared > 1000)
})

test('adding a language takes one file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-texts-'))
  try {
    writeFileSync(join(folder, 'en.arb'), readFileSync(join(texts, 'en.arb')))
    const dutch = { '@@locale': 'nl', '@@x-name': 'Nederlands', '@@x-reviewed': false, 'main.send': 'Versturen' }
    writeFileSync(join(folder, 'nl.arb'), JSON.stringify(dutch))
    assert.deepEqual(languagesIn(folder), ['en', 'nl'])
    const source = `
      export { languages } from 'messages:languages'
      export { languageNames } from 'messages:language-names'
      export { messages } from 'messages:main'`
    const entry = join(folder, 'entry.js')
    writeFileSync(entry, source)
    const plugin = messagesIn(folder, 'nl')
    const build = await rolldown({ input: entry, plugins: [plugin as never] })
    const { output } = await build.generate({ format: 'esm' })
    await build.close()
    const built = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
    assert.deepEqual(built.languages, ['en', 'nl'])
    assert.deepEqual(built.languageNames.nl, { name: 'Nederlands', isReviewed: false })
    assert.equal(built.messages.send, 'Versturen')
    assert.equal(built.messages.inbox, 'Inbox', 'what isn’t translated is in English')
    const page = plugin.transformIndexHtml as unknown as (page: string) => string
    assert.equal(page('<html lang="en">'), '<html lang="nl" dir="ltr">')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the check finds unused texts', () => {
  const catalog = readArb(
    JSON.stringify({
      '@@locale': 'en',
      'mail.a': 'A',
      'mail.b.c': 'C',
      'mail.b.d': 'D',
      'mail.e.f': 'F',
      'mail.g': 'G',
    }),
    'en.arb',
  )
  const sources = new Map([
    ['web/texts/mail.ts', "export { messages as t } from 'messages:mail'"],
    ['web/mail.tsx', "import { t } from './texts/mail.ts'\nconst x = [t.a, t.b.c, t.e[kind]]"],
    ['web/other.tsx', 't.g'],
  ])
  assert.deepEqual(unusedKeys(catalog, sources), ['mail.b.d', 'mail.g'])
})

test('the check finds hard-coded texts in views', () => {
  const view = `<p class="small">{t.found} <b dir="auto">Not yet</b></p>, n > 3 && <i title="A title" alt="" />`
  assert.deepEqual(textsInView(view).sort(), ['A title', 'Not yet'])
  assert.deepEqual(textsInView('const f = (n: number) => n > more ? <b>{t.more}</b> : <i>{n} ›</i>'), [])
})

test('weeks start on the locale’s first day, with localized day names', () => {
  assert.deepEqual(
    ['de', 'en-US', 'ar-EG'].map((one) => firstWeekday(one)),
    [1, 7, 6],
  )
  assert.deepEqual(
    [1, 7].map((day) => weekdayName(day)),
    ['Monday', 'Sunday'],
  )
})

test('a chosen language falls back to English without a catalog', () => {
  assert.equal(spokenFor('en-gb'), 'en')
  assert.equal(spokenFor('tlh'), 'en')
  assert.equal(spokenFor(''), 'en')
  assert.deepEqual(['en', 'nb', 'pt-BR'].map(nameOfLanguage), ['English', 'Norsk bokmål', 'Português (Brasil)'])
})
