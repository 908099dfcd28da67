import { assert, test } from 'vitest'
import { peopleOfText } from './pasted-people.ts'

const person = (user_id: number, full_name: string, more: object = {}) => ({
  user_id,
  full_name,
  email: `user${user_id}@example.com`,
  is_active: true,
  ...more,
})
const people = [
  person(1, 'Ada Lovelace', { delivery_email: 'ada@lovelace.example' }),
  person(2, 'Ben'),
  person(3, 'Cleo, the second'),
  person(4, 'Zoë'),
  person(5, 'Sam'),
  person(6, 'Sam'),
  person(7, 'Gone', { is_active: false }),
]

test('people in a pasted list are found by address and name, however it is written', () => {
  const found = peopleOfText(
    'ADA@lovelace.example; user2@example.com\r\n"Cleo, the second" <nobody@example.com>\n\nZoe\u0308,mailto:user2@example.com',
    people,
  )
  assert.deepEqual(found, { ids: [1, 2, 3, 4], unknown: [], ambiguous: [] })
  assert.deepEqual(peopleOfText('Cleo, the second', people).ids, [3])
  assert.deepEqual(peopleOfText('Ada Lovelace <ada@lovelace.example>, ben', people).ids, [1, 2])
  assert.deepEqual(peopleOfText('@**Ben**\t@**Sam|6**', people).ids, [2, 6])
})

test('names in a pasted list that nobody or several people bear are told', () => {
  assert.deepEqual(peopleOfText('Tom, tom@example.com\nBen, Sam, Gone, Tom', people), {
    ids: [2],
    unknown: ['Tom', 'tom@example.com', 'Gone'],
    ambiguous: ['Sam'],
  })
  assert.deepEqual(peopleOfText(' \n,;', people), { ids: [], unknown: [], ambiguous: [] })
})
