import { assert, test } from '#test'
import { inShortTurn, inTurn, mostWaiting } from './password-turns.ts'

test('passwords are looked at one after the other, and so many wait', async () => {
  let release = () => {}
  let underWay = 0
  const work = async () => {
    assert.equal(++underWay, 1)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    underWay--
  }
  const done = [inShortTurn(work)]
  while (underWay === 0) await new Promise(setImmediate)
  const quick = async () => {
    assert.equal(++underWay, 1)
    await new Promise(setImmediate)
    underWay--
  }
  while (done.length < mostWaiting) done.push(inShortTurn(quick))
  await assert.rejects(inShortTurn(quick), { status: 429, code: 'RATE_LIMIT_HIT' })
  // what the server does by itself waits as long as it takes
  done.push(inTurn(quick))
  done.push(inTurn(async () => assert.fail('a bug')).catch(() => {}))
  release()
  await Promise.all(done)
  await inShortTurn(quick)
})
