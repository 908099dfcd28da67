import { test } from 'vitest'
import { assert } from '#test'
import { InlineWork, watchThreads } from './index.ts'

test('a queue that computes for long twice goes back to the pool for a minute', () => {
  let [now, computed] = [0, 0]
  const inline = new InlineWork({ now: () => now, computed: () => computed })
  const charged: [queueKey: string, ms: number][] = []
  const unwatch = watchThreads((queueKey, ms) => charged.push([queueKey, ms]))
  const take = (queueKey: string, ms: number, cpuMs = ms) =>
    inline.run(queueKey, () => {
      now += ms
      computed += cpuMs
      return 'done'
    })
  try {
    assert.equal(take('ada', 5), 'done')
    take('ada', 6)
    take('ben', 6)
    assert.ok(inline.isOpenTo('ada'))
    take('ada', 6)
    // others had the processor
    take('ben', 400, 1)
    assert.deepEqual([inline.isOpenTo('ada'), inline.isOpenTo('ben')], [false, true])
    now += 60_000
    assert.ok(inline.isOpenTo('ada'))
    assert.deepEqual(
      charged.map(([queueKey, ms]) => `${queueKey} ${ms}`),
      ['ada 5', 'ada 6', 'ben 6', 'ada 6', 'ben 400'],
    )
  } finally {
    unwatch()
  }
})
