import { assert, test } from 'vitest'
import type { LinkReport } from './call-transport.ts'
import { Gauge, Gauges, lossSince } from './connection-quality.ts'

const report = (more: Partial<LinkReport>): LinkReport => ({
  arrived: 0,
  lost: 0,
  rttMs: 20,
  uploadLoss: 0,
  isLimited: false,
  ...more,
})
const bad = { loss: 0.08, rttMs: 20 }
const fine = { loss: 0, rttMs: 20 }

test('a connection is poor after five seconds of loss, not before', () => {
  const gauge = new Gauge()
  assert.isFalse(gauge.take(bad, 0))
  assert.isFalse(gauge.take(bad, 4_000))
  assert.isTrue(gauge.take(bad, 6_000))
})

test('one good moment starts the count again', () => {
  const gauge = new Gauge()
  gauge.take(bad, 0)
  gauge.take(fine, 4_000)
  assert.isFalse(gauge.take(bad, 6_000))
  assert.isFalse(gauge.take(bad, 10_000))
  assert.isTrue(gauge.take(bad, 11_000))
})

test('a poor connection stays poor between the two limits', () => {
  const gauge = new Gauge()
  for (const at of [0, 6_000]) gauge.take({ loss: 0, rttMs: 450 }, at)
  assert.isTrue(gauge.take({ loss: 0.03, rttMs: 350 }, 8_000))
  assert.isTrue(gauge.take({ loss: 0.03, rttMs: 350 }, 20_000))
  gauge.take(fine, 22_000)
  assert.isFalse(gauge.take(fine, 28_000))
})

test('loss counts from the earlier report, and from zero after a new connection', () => {
  assert.equal(lossSince(undefined, report({ arrived: 90, lost: 10 })), 0.1)
  assert.equal(lossSince(report({ arrived: 90, lost: 10 }), report({ arrived: 190, lost: 10 })), 0)
  assert.equal(lossSince(report({ arrived: 900, lost: 5 }), report({ arrived: 50, lost: 50 })), 0.5)
  assert.equal(lossSince(report({ arrived: 90, lost: 10 }), report({ arrived: 90, lost: 10 })), 0)
})

test('the own upload is poor if most others miss it, not if one does', () => {
  const [one, most] = [new Gauges(), new Gauges()]
  const others = (...losses: number[]) => new Map(losses.map((uploadLoss, at) => [`${at}`, report({ uploadLoss })]))
  for (const at of [0, 6_000]) {
    assert.equal(one.take(others(0.2, 0, 0), at).isOwnPoor, false)
    assert.equal(most.take(others(0.2, 0.2, 0), at).isOwnPoor, at > 0)
  }
})

test('sessions that arrive badly are named until they are gone', () => {
  const gauges = new Gauges()
  const slow = report({ rttMs: 900 })
  gauges.take(
    new Map([
      ['slow', slow],
      ['quick', report({})],
    ]),
    0,
  )
  assert.deepEqual(
    gauges.take(
      new Map([
        ['slow', slow],
        ['quick', report({})],
      ]),
      6_000,
    ).poor,
    ['slow'],
  )
  assert.deepEqual(gauges.take(new Map([['quick', report({})]]), 8_000).poor, [])
})
