import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { test } from './browser.ts'
import { hasWebKit } from './programs.ts'
import { until } from './session.ts'
import { readWheelWatch, watchWheel } from './wheel-watch.ts'

/** Short and long messages, so that rows differ in height. */
const words = (n: number): string =>
  [
    `Message ${n}: can we ship it?`,
    'A longer message, which takes several lines to say what could be said in one. '.repeat(2 + (n % 7)),
    '```python\ndef ship(release: str) -> bool:\n    return release == "2.4"\n```',
    `> quoted\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| ${n} | 2 |`,
  ][n % 4] as string

describe.skipIf(!hasWebKit)('reading in WebKit', () => {
  test('reading upwards with the wheel never jumps while older messages load', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const count = 400
    for (let n = 0; n < count; n++) await say(words(n))
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.sees(`Message ${count - 4}`)
    await session.run(() => document.fonts.ready.then(() => undefined))
    await here.pointsAt({ x: 700, y: 400 })
    await watchWheel(session)
    // without a pause, as fast as this machine can
    let notches = 0
    for (const pauseMs of Array.from({ length: 25 }, (_, at) => [60, 90, 120][at % 3] as number)) {
      await here.turnsWheel('up', 10, pauseMs)
      notches += 10
      await until('the page has heard of the wheel', async () => (await readWheelWatch(session)).notches >= notches)
    }
    const found = await until('the wheel rests', async () => {
      const now = await readWheelWatch(session)
      return now.rested > 20 && now
    })
    assert.deepEqual(found.jumps, [])
    assert.isAbove(found.moved, 8_000)
    assert.isAbove(found.drawn, 5, 'older messages came while the wheel was in motion')
  })
})
