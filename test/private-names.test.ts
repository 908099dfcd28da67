import { assert, test } from '#test'
import { namesIn, suggestionsFor, suggestionsForPath } from '../scripts/private-names.mjs'

test('private words in identifiers get a suggestion', () => {
  for (const name of [
    'mayPost',
    'mostItems',
    'toldUserIds',
    'peopleMirror',
    'TracedAsker',
    'changedMeanwhile',
    'keepAct',
  ])
    assert.equal(suggestionsFor(name).length, 1, name)
})

test('field words, API fields, and words that contain private ones pass', () => {
  for (const name of [
    'canPost',
    'maxItems',
    'UserIdOut',
    'peopleCache',
    'act_id',
    'deeds',
    'planes',
    'almost',
    'react',
  ])
    assert.deepEqual(suggestionsFor(name), [], name)
})

test('private words in file and folder names get a suggestion', () => {
  assert.deepEqual(suggestionsForPath('web/compose/letter.ts'), ['compose state'])
  assert.deepEqual(suggestionsForPath('web/quiet/hours.tsx'), ['do-not-disturb'])
  assert.deepEqual(suggestionsForPath('web/do-not-disturb/quiet-hours.tsx'), [])
})

test('identifiers are found with their lines, and strings and comments are not', () => {
  const source = "// mayRead\nconst text = 'mayWrite'\nclass Post {\n  #mayEdit = text\n}\n"
  assert.deepEqual(
    [...namesIn(source, 'ts')],
    [
      ['text', 2],
      ['Post', 3],
      ['mayEdit', 4],
    ],
  )
})
