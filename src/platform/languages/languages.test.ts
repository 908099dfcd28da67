import { assert, test } from '#test'
import { acceptedLanguage, languageFor, languageOfTag, listIn, pluralIn } from './index.ts'

test('a tag means the language that it begins with', () => {
  for (const [tag, language] of [
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['ar-EG', 'ar'],
    ['en-gb', 'en'],
    ['den', undefined],
    ['fr', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ] as const)
    assert.equal(languageOfTag(tag), language, tag)
})

test('of the languages that a browser names the most wanted one counts', () => {
  for (const [header, language] of [
    ['de', 'de'],
    ['fr, de;q=0.5', 'de'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
    ['en;q=0.1, ar;q=0.9', 'ar'],
    ['ar ; q=0.3 , de ; q = 0.3', 'ar'],
    ['de;q=0', undefined],
    ['de;q=5, ar;q=0.1', 'ar'],
    ['*', undefined],
    ['', undefined],
    ['de\r\nSet-Cookie: a=b', undefined],
    [`${'fr,'.repeat(10_000)}de`, undefined],
  ] as const)
    assert.equal(acceptedLanguage(header), language, header.slice(0, 60))
  assert.equal(acceptedLanguage(undefined), undefined)
})

test('the account says it first, then the browser, then the organization', () => {
  const org = { language: 'ar' } as const
  assert.equal(languageFor({ language: 'de' }, 'en', org), 'de')
  assert.equal(languageFor({}, 'en, ar', org), 'en')
  assert.equal(languageFor(undefined, 'fr', org), 'ar')
  assert.equal(languageFor(undefined, undefined, undefined), 'en')
})

test('numbers are counted as each language counts', () => {
  const forms = { zero: '0', one: '1', two: '2', few: '# few', many: '# many', other: '# other' }
  const counted = (language: 'en' | 'ar', ...counts: number[]) => counts.map((one) => pluralIn(language)(one, forms))
  assert.deepEqual(counted('en', 0, 1, 2), ['0 other', '1', '2 other'])
  assert.deepEqual(counted('ar', 0, 1, 2, 3, 11, 100), ['0', '1', '2', '3 few', '11 many', '100 other'])
  assert.equal(listIn('en')(['A', 'B', 'C']), 'A, B and C')
  assert.equal(listIn('de')(['A', 'B', 'C']), 'A, B und C')
})
