import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, assert, test } from '#test'
import { buildTexts, catalogFolder } from '../../../scripts/server-texts.mjs'
import { acceptedLanguage, Catalogs, dateIn, languageFor, languageOfTag, listIn } from './index.ts'

const folders: string[] = []
async function newFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'loquat-texts-'))
  folders.push(path)
  return path
}
afterEach(async () => {
  for (const path of folders.splice(0)) await rm(path, { recursive: true })
})

test('tags match the closest language', () => {
  for (const [tag, language] of [
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['ar-EG', 'ar'],
    ['en-gb', 'en'],
    ['den', undefined],
    ['tlh', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['de; q=1', undefined],
  ] as const)
    assert.equal(languageOfTag(tag), language, tag)
})

test('scripts and regions decide between languages with the same name', async () => {
  const catalogs = await catalogsOf(['pt-BR', 'zh-Hans', 'zh-Hant', 'sr', 'sr-Latn', 'fr'])
  for (const [tag, language] of [
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['zh_SG', 'zh-Hans'],
    ['sr-RS', 'sr'],
    ['sr-Latn-RS', 'sr-Latn'],
    ['fr-CA', 'fr'],
    ['de', undefined],
  ] as const)
    assert.equal(catalogs.closest(tag), language, tag)
  assert.equal((await catalogsOf(['zh-Hans'])).closest('zh-TW'), 'zh-Hans', 'another script is better than nothing')
})

test('a language is added by one file', async () => {
  const catalogs = await catalogsOf([], {
    '@@locale': 'fa',
    '@@x-name': 'فارسی',
    'sessions.signOut': 'خروج',
    'errors.channels.invalidChannelId': 'شناسهٔ کانال نامعتبر است',
    'emailNotifications.more': 'و {total} مورد دیگر.',
  })
  assert.deepEqual(catalogs.languages, ['en', 'fa'])
  const { about, texts, errors } = catalogs.of('fa')
  assert.deepEqual(about, { name: 'فارسی', isReviewed: false, direction: 'rtl' })
  assert.equal(texts.sessions.signOut, 'خروج')
  assert.equal(
    texts.emailNotifications.more(1234),
    `و ${new Intl.NumberFormat('fa-u-nu-latn').format(1234)} مورد دیگر.`,
  )
  assert.equal(errors['Invalid channel ID'], 'شناسهٔ کانال نامعتبر است')
  assert.equal(texts.sessions.signedOut, 'Signed out', 'a text that is missing is in English')
  assert.equal(catalogs.of('tlh').texts.sessions.signOut, 'Sign out', 'and so is a language without a catalog')
})

/** The English catalog, empty ones for other languages, and one with texts. */
async function catalogsOf(languages: readonly string[], own?: Readonly<Record<string, string>>): Promise<Catalogs> {
  const path = await newFolder()
  await cp(join(catalogFolder, 'en.arb'), join(path, 'en.arb'))
  for (const one of [...languages.map((tag) => ({ '@@locale': tag })), ...(own ? [own] : [])] as Record<
    string,
    string
  >[])
    await writeFile(join(path, `${one['@@locale']}.arb`), JSON.stringify(one))
  const to = join(path, 'built')
  await buildTexts(path, to)
  return new Catalogs(to)
}

test('removing a catalog removes its program', async () => {
  const path = await newFolder()
  for (const name of ['en', 'de']) await cp(join(catalogFolder, `${name}.arb`), join(path, `${name}.arb`))
  const to = join(path, 'built')
  await buildTexts(path, to)
  assert.deepEqual(new Catalogs(to).languages, ['en', 'de'])
  await rm(join(path, 'de.arb'))
  await buildTexts(path, to)
  assert.deepEqual(new Catalogs(to).languages, ['en'])
})

test('the language a browser prefers most wins', () => {
  for (const [header, language] of [
    ['de', 'de'],
    ['tlh, de;q=0.5', 'de'],
    ['tlh, x;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
    ['en;q=0.1, ar;q=0.9', 'ar'],
    ['ar ; q=0.3 , de ; q = 0.3', 'ar'],
    ['de;q=0', undefined],
    ['de;q=5, ar;q=0.1', 'ar'],
    ['*', undefined],
    ['', undefined],
    ['de\r\nSet-Cookie: a=b', undefined],
    [`${'tlh,'.repeat(10_000)}de`, undefined],
  ] as const)
    assert.equal(acceptedLanguage(header), language, header.slice(0, 60))
  assert.equal(acceptedLanguage(undefined), undefined)
})

test('an account’s language wins over the browser’s, and that over the organization’s', () => {
  const org = { language: 'ar' } as const
  assert.equal(languageFor({ language: 'de' }, 'en', org), 'de')
  assert.equal(languageFor({}, 'en, ar', org), 'en')
  assert.equal(languageFor(undefined, 'tlh', org), 'ar')
  assert.equal(languageFor(undefined, undefined, undefined), 'en')
})

test('lists and dates are formatted per language', () => {
  assert.equal(listIn('en', ['A', 'B', 'C']), 'A, B, and C')
  assert.equal(listIn('de', ['A', 'B', 'C']), 'A, B und C')
  const date = new Date('2026-11-28T18:05:00Z')
  assert.equal(dateIn('en', date).replace(/\u202f/g, ' '), 'Saturday, November 28, 2026 at 6:05 PM UTC')
  assert.equal(dateIn('de', date), 'Samstag, 28. November 2026 um 18:05 UTC')
  assert.match(dateIn('ar', date), /28.*2026/)
})
