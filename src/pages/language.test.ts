import { assert, test } from '#test'
import { pageLanguage } from './language.ts'

const built = ['en', 'ar', 'de', 'pt-BR']

test('without a choice, the page is in the browser’s language if the client has it', () => {
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
    headers.map((accepted) => pageLanguage(undefined, accepted, built)),
    languages,
  )
})

test('the chosen language wins over the browser’s', () => {
  const chosen = ['de', 'de-at', 'ar_EG', 'en-gb', 'fr', 'pt-pt']
  assert.deepEqual(
    chosen.map((tag) => pageLanguage(tag, 'ar', built)),
    ['de', 'de', 'ar', 'en', 'en', 'pt-BR'],
  )
})
