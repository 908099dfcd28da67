import { assert, test } from '#test'
import { pageLanguage } from './language.ts'

test('who has chosen no language gets the browser’s, if the client speaks it', () => {
  const headers = [
    'de-AT,de;q=0.9,en;q=0.8',
    'fr,ar;q=0.4',
    'en;q=0.5,ar;q=0.7',
    'fr',
    '',
    undefined,
    ';;q=,,',
    'de;q=0',
  ]
  const languages = ['de', 'ar', 'ar', 'en', 'en', 'en', 'en', 'en']
  assert.deepEqual(
    headers.map((accepted) => pageLanguage(undefined, accepted)),
    languages,
  )
})

test('what somebody has chosen goes before what the browser asks for', () => {
  const chosen = ['de', 'de-at', 'ar_EG', 'en-gb', 'fr']
  assert.deepEqual(
    chosen.map((tag) => pageLanguage(tag, 'ar')),
    ['de', 'de', 'ar', 'en', 'en'],
  )
})
