import { assert, test } from '#test'
import { durationText } from './durations.ts'

test('durationText uses the largest unit that divides the duration', () => {
  const texts = [1, 60, 90, 600, 3_600, 5_400, 86_400, 7 * 86_400].map((secs) => durationText(secs, 'en'))
  assert.deepEqual(texts, [
    '1 second',
    '1 minute',
    '90 seconds',
    '10 minutes',
    '1 hour',
    '90 minutes',
    '1 day',
    '7 days',
  ])
})
