import { queueKeyOf } from '#platform/fair-queues'
import { assert, test } from '#test'
import { inQueue, inShortQueue, maxQueued } from './api-key.ts'

test('passwords are hashed one at a time, with a limited queue per organization', async () => {
  let release = () => {}
  let underWay = 0
  const queueKey = queueKeyOf(1, 'one address')
  const order: string[] = []
  const work = async () => {
    assert.equal(++underWay, 1)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    underWay--
  }
  const done = [inShortQueue(queueKey, work)]
  while (underWay === 0) await new Promise(setImmediate)
  const quick = async (name = 'its') => {
    assert.equal(++underWay, 1)
    order.push(name)
    await new Promise(setImmediate)
    underWay--
  }
  while (done.length <= maxQueued) done.push(inShortQueue(queueKey, quick))
  await assert.rejects(inShortQueue(queueKeyOf(1, 'another'), quick), { status: 429, code: 'RATE_LIMIT_HIT' })
  done.push(inShortQueue(queueKeyOf(2, 'one address'), () => quick('other')))
  // the server's own work waits as long as it takes
  done.push(inQueue(quick, queueKey))
  done.push(inQueue(async () => assert.fail('a bug')).catch(() => {}))
  release()
  await Promise.all(done)
  assert.ok(order.indexOf('other') <= 1, 'another organization has its turn among the first')
  await inShortQueue(queueKey, quick)
})
