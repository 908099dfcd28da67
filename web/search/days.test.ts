import { assert, test } from 'vitest'
import { localDay } from '../parts/local-day.ts'
import { dayNamed, daysFor } from './days.ts'

const days = (query: string) => daysFor(query).map(({ day }) => day)

test('a partial date is completed', () => {
  assert.equal(days('1999')[11], '1999-12-01')
  assert.deepEqual(days('1999-1'), ['1999-01-01', '1999-10-01', '1999-11-01', '1999-12-01'])
  assert.equal(days('2000-02-').length, 29)
  assert.deepEqual(days('1999-11-3'), ['1999-11-03', '1999-11-30'])
  assert.deepEqual(days('1999-3-5'), ['1999-03-05'])
  for (const query of ['1999-13', '1999-00-', '1999-02-30', '0012', 'soon']) assert.deepEqual(days(query), [], query)
})

test('days are found by name', () => {
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  assert.deepEqual([dayNamed('yesterday'), dayNamed('today')], [localDay(yesterday), localDay(new Date())])
  assert.equal(dayNamed('last-week'), daysFor('last w')[0]?.day)
  assert.deepEqual(
    [dayNamed('1999-3'), dayNamed('1999'), dayNamed('1999-3-5')],
    ['1999-03-01', '1999-01-01', '1999-03-05'],
  )
  assert.deepEqual([dayNamed('soon'), dayNamed('1999-13'), dayNamed('yester')], [undefined, undefined, undefined])
})
