import { assert, test } from '#test'
import { commentsIn, testNamesIn, wordsToReplace } from '../scripts/wording.mjs'

test('words from a literal translation get a suggestion', () => {
  assert.deepEqual(wordsToReplace('Whoever joins is told of it anew'), [
    { found: 'anew', instead: 'again' },
    { found: 'is told of', instead: 'is notified about' },
    { found: 'Whoever', instead: 'anyone who, or name the person' },
  ])
})

test('British spellings get a suggestion', () => {
  const found = wordsToReplace('The organisation’s colour, synchronised by e-mail').map((one) => one.found)
  assert.deepEqual(found, ['e-mail', 'colour', 'organisation', 'synchronised'])
})

test('plain American English and names of the API pass', () => {
  assert.deepEqual(wordsToReplace('Anyone who joins is notified again. role:nobody, /users/me/second_factor'), [])
})

test('comments are found with their lines, and addresses are not', () => {
  const source =
    "const site = 'https://example.com'\n// a note\n/**\n * A docstring.\n */\nexport const one = 1 // last\n"
  assert.deepEqual(
    commentsIn(source).map(({ line, text }) => [line, text.replace(/\s+/g, ' ')]),
    [
      [2, '// a note'],
      [3, '/** * A docstring. */'],
      [6, '// last'],
    ],
  )
})

test('names of tests are found with their lines', () => {
  const source = "test('one name', () => {})\nplain(\n  'another name',\n  () => {},\n)\n"
  assert.deepEqual(testNamesIn(source), [
    { text: 'one name', line: 1 },
    { text: 'another name', line: 2 },
  ])
})
